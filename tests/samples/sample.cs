using System;
using Text = System.Text.StringBuilder;
using static System.Math;

namespace Shop.Core
{
    /// <summary>Keeps things.</summary>
    [Serializable]
    [Obsolete("old")] public abstract class Basket<T> : Store<T>, IPriced, Base.IOpen where T : class
    {
        public const int Limit = 8, Spare = 2;
        [NonSerialized] private readonly int _size;
        public int Size => _size;
        [JsonIgnore]
        public string Name { get; set; }
        public event EventHandler Opened;
        public event EventHandler Closed { add { } remove { } }
        public T this[int index] { get { return Find(index); } }

        public Basket(int size) : base(size)
        {
            _size = size;
        }

        ~Basket() { }

        public static Basket<T> operator +(Basket<T> a, Basket<T> b) => a.Merge(b);
        public static implicit operator int(Basket<T> a) => a.Size;

        // Finds one.
        [Pure]
        protected async Task<T> FindAsync<U>(int index, string key = "a") where U : new()
        {
            var local = new List<T>();
            int Twice(int n) { return n * 2; }
            await Task.Run(() => Load<T>(Twice(index)));
            this.Log?.Write(key);
            return new Base.Slot<T>(local);
        }

        int IPriced.Price() { return Abs(1); }
        public abstract void Open();
        public delegate int Sorter(T a, T b);
        private struct Slot { public T Item; }
    }

    public record Day(int Number) : Dated(Number);

    public enum Colour : byte
    {
        [Display("r")] Red,
        Green = 2,
    }

    interface IPriced : IComparable<int> { int Price(); }
}
