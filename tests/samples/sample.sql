-- What was ordered.
CREATE TABLE shop.orders (
  id INT PRIMARY KEY,
  total NUMERIC(10,2) NOT NULL, -- with taxes
  item_id INT REFERENCES items(id)
);

CREATE VIEW open_orders AS
  SELECT * FROM orders o JOIN items ON o.item_id = items.id WHERE price(o.id) > 1;

/* What an order costs. */
CREATE OR REPLACE FUNCTION price(order_id INT) RETURNS INT AS $$
BEGIN
  RETURN twice(order_id);
END;
$$ LANGUAGE plpgsql;

CREATE INDEX orders_total ON orders (total);
CREATE TYPE colour AS ENUM ('red');
CREATE TRIGGER order_check BEFORE INSERT ON orders FOR EACH ROW EXECUTE FUNCTION check_order();
ALTER TABLE orders ADD COLUMN note TEXT;
INSERT INTO orders (id) VALUES (1);
CREATE MATERIALIZED VIEW totals AS SELECT sum(total) FROM orders;
CREATE SCHEMA shop;
CREATE SEQUENCE order_ids;
