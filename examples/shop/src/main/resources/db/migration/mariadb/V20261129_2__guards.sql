-- What the guards need: coupons, checkouts and refunds, and one deduction per order and product.

-- One order takes a product's pieces once: the backstop behind the guards, and the index by which a cancellation finds what to give back.
-- Deductions without an order (order_id is NULL) are as many as there are.
ALTER TABLE stock_deduction ADD CONSTRAINT stock_deduction_once UNIQUE (order_id, sku);

CREATE TABLE coupon (
    code      VARCHAR(64) NOT NULL PRIMARY KEY,
    remaining INT         NOT NULL,
    CONSTRAINT coupon_remaining_not_negative CHECK (remaining >= 0)
) ENGINE = InnoDB DEFAULT CHARSET = utf8mb4 COLLATE = utf8mb4_nopad_bin;

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
) ENGINE = InnoDB DEFAULT CHARSET = utf8mb4 COLLATE = utf8mb4_nopad_bin;
CREATE INDEX coupon_claim_by_order ON coupon_claim (order_id);

-- Each time a buyer goes to a channel's page. One order may have several: he may open two pages.
CREATE TABLE checkout (
    payment_no VARCHAR(64) NOT NULL PRIMARY KEY,
    order_id   VARCHAR(64) NOT NULL,
    channel    VARCHAR(32) NOT NULL,
    at         DATETIME(6) NOT NULL,
    CONSTRAINT checkout_order FOREIGN KEY (order_id) REFERENCES orders (order_id)
) ENGINE = InnoDB DEFAULT CHARSET = utf8mb4 COLLATE = utf8mb4_nopad_bin;
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
) ENGINE = InnoDB DEFAULT CHARSET = utf8mb4 COLLATE = utf8mb4_nopad_bin;
CREATE INDEX refund_by_order ON refund (order_id);
