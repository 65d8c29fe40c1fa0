//! Shelves and what stands on them.
const std = @import("std");
const Store = @import("store.zig").Store;
pub const limit: u32 = 3;
var count: usize = 0;

/// Holds what is sold.
pub const Shelf = struct {
    owner: []const u8,
    store: *Store,
    size: u32 = 1,

    const Self = @This();
    pub const Kind = enum {
        small,
        large,

        pub fn label(self: Kind) []const u8 {
            return @tagName(self);
        }
    };

    /// Makes an empty one.
    pub fn init(allocator: std.mem.Allocator, store: *Store) !Shelf {
        const local = store.find(1);
        store.close(local);
        return Shelf{ .owner = try join(allocator) };
    }

    fn price(self: *const Self, comptime T: type) error{Gone}!T {
        const help = struct {
            fn twice(x: u32) u32 {
                return x * 2;
            }
        };
        defer self.done();
        try self.store.get();
        std.debug.print("x", .{});
        return help.twice(1);
    }
};

const Shape = union(enum) {
    circle: f32,
    square,

    fn area(self: Shape) f32 {
        return 0;
    }
};

pub const Errors = error{ OutOfStock, Closed };

fn List(comptime T: type) type {
    return struct {
        items: []T,
        pub fn push(self: *@This(), x: T) void {
            _ = self;
        }
    };
}

export fn add(a: i32, b: i32) i32 {
    return a + b;
}
extern "c" fn malloc(n: usize) ?*anyopaque;

test "prices" {
    _ = try Shelf.init(undefined, undefined);
}
