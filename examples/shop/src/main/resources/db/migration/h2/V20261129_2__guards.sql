-- What the guards need: coupons, checkouts and refunds, and one deduction per order and product.

-- One order takes a product's pieces once: the backstop behind the guards, and the index by which a cancellation finds what to give back.
-- Deductions without an order (order_id is NULL) are as many as there are.
ALTER TABLE stock_deduction ADD CONSTRAINT stock_deduction_once UNIQUE (order_id, sku);

-- H2 2.4 compiles an IN with the session that made the constraint and refuses every row once that session is closed, which a pool does after half
-- an hour. The same rules without IN:
ALTER TABLE orders DROP CONSTRAINT orders_status;
ALTER TABLE orders ADD CONSTRAINT orders_status CHECK (CASE status
    WHEN 'PENDING' THEN TRUE WHEN 'PAYING' THEN TRUE WHEN 'PAID' THEN TRUE
    WHEN 'FAILED' THEN TRUE WHEN 'CANCELLED' THEN TRUE WHEN 'REFUNDED' THEN TRUE ELSE FALSE END);
ALTER TABLE funds_journal DROP CONSTRAINT funds_journal_direction;
ALTER TABLE funds_journal ADD CONSTRAINT funds_journal_direction CHECK (CASE direction
    WHEN 'IN' THEN TRUE WHEN 'OUT' THEN TRUE ELSE FALSE END);

CREATE TABLE coupon (
    code      VARCHAR(64) NOT NULL PRIMARY KEY,
    remaining INT         NOT NULL,
    CONSTRAINT coupon_remaining_not_negative CHECK (remaining >= 0)
);

-- order_id is the order that uses the claim; by_order tells a claim that the order made itself, and gives back when it is cancelled, from one that the
-- user had before. No foreign key to coupon: the claim is inserted first (it recognises a repeat), the coupon's row, which everybody wants, is changed
-- last; see orders.
CREATE TABLE coupon_claim (
    code     VARCHAR(64) NOT NULL,
    user_id  VARCHAR(64) NOT NULL,
    order_id VARCHAR(64),
    by_order BOOLEAN     NOT NULL,
    PRIMARY KEY (code, user_id),
    CONSTRAINT coupon_claim_order FOREIGN KEY (order_id) REFERENCES orders (order_id)
);
CREATE INDEX coupon_claim_by_order ON coupon_claim (order_id);

-- Each time a buyer goes to a channel's page. One order may have several: he may open two pages.
CREATE TABLE checkout (
    payment_no VARCHAR(64) NOT NULL PRIMARY KEY,
    order_id   VARCHAR(64) NOT NULL,
    channel    VARCHAR(32) NOT NULL,
    at         TIMESTAMP(6) WITH TIME ZONE NOT NULL,
    CONSTRAINT checkout_order FOREIGN KEY (order_id) REFERENCES orders (order_id)
);
CREATE INDEX checkout_by_order ON checkout (order_id);

-- That the sum of an order's refunds stays within its payment is no rule that one row can hold: the order's row is locked while a refund is decided.
CREATE TABLE refund (
    refund_no VARCHAR(64)   NOT NULL PRIMARY KEY,
    order_id  VARCHAR(64)   NOT NULL,
    amount    DECIMAL(19, 2) NOT NULL,
    status    VARCHAR(16)   NOT NULL,
    CONSTRAINT refund_amount_positive CHECK (amount > 0),
    CONSTRAINT refund_status CHECK (status = 'DONE'),
    CONSTRAINT refund_order FOREIGN KEY (order_id) REFERENCES orders (order_id)
);
CREATE INDEX refund_by_order ON refund (order_id);
