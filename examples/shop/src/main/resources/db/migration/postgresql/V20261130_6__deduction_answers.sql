-- What the first caller was told remained: a retry whose record was lost gets the same answer, by the deduction's number. NULL for deductions of orders.
ALTER TABLE stock_deduction ADD COLUMN remaining INT;
