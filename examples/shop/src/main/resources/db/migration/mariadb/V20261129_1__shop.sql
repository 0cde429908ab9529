-- The shop's tables. Every amount is DECIMAL(19, 2), every instant is UTC (the shop sets the session's zone), every rule that one row can hold is a CHECK,
-- and every identity that must not repeat is a unique key. The collation compares bytes and does not pad: 'a', 'A' and 'a ' are three ids.

CREATE TABLE account (
    account_id VARCHAR(64)   NOT NULL PRIMARY KEY,
    balance    DECIMAL(19, 2) NOT NULL,
    version    BIGINT        NOT NULL DEFAULT 1,
    CONSTRAINT account_balance_not_negative CHECK (balance >= 0)
) ENGINE = InnoDB DEFAULT CHARSET = utf8mb4 COLLATE = utf8mb4_nopad_bin;

CREATE TABLE product (
    sku     VARCHAR(64)   NOT NULL PRIMARY KEY,
    price   DECIMAL(19, 2) NOT NULL,
    stock   INT           NOT NULL,
    version BIGINT        NOT NULL DEFAULT 1,
    CONSTRAINT product_price_not_negative CHECK (price >= 0),
    CONSTRAINT product_stock_not_negative CHECK (stock >= 0)
) ENGINE = InnoDB DEFAULT CHARSET = utf8mb4 COLLATE = utf8mb4_nopad_bin;

CREATE TABLE customer (
    user_id  VARCHAR(64)  NOT NULL PRIMARY KEY,
    username VARCHAR(64)  NOT NULL,
    phone    VARCHAR(64)  NOT NULL,
    email    VARCHAR(254) NOT NULL,
    CONSTRAINT customer_username UNIQUE (username),
    CONSTRAINT customer_phone UNIQUE (phone),
    CONSTRAINT customer_email UNIQUE (email)
) ENGINE = InnoDB DEFAULT CHARSET = utf8mb4 COLLATE = utf8mb4_nopad_bin;

-- No foreign key to product: an order is inserted first (its request number recognises a repeat), the stock is deducted after. A foreign
-- key would take a shared lock on the product with the first statement and need an exclusive one for the second: on InnoDB two buyers of
-- one product would deadlock. Products are never deleted.
CREATE TABLE orders (
    order_id   VARCHAR(64)   NOT NULL PRIMARY KEY,
    user_id    VARCHAR(64)   NOT NULL,
    request_no VARCHAR(64),
    sku        VARCHAR(64)   NOT NULL,
    quantity   INT           NOT NULL,
    amount     DECIMAL(19, 2) NOT NULL,
    status     VARCHAR(16)   NOT NULL,
    version    BIGINT        NOT NULL DEFAULT 1,
    created_at DATETIME(6) NOT NULL,
    paid_at    DATETIME(6),
    CONSTRAINT orders_request UNIQUE (user_id, request_no),
    CONSTRAINT orders_quantity_positive CHECK (quantity > 0),
    CONSTRAINT orders_amount_not_negative CHECK (amount >= 0),
    CONSTRAINT orders_status CHECK (status IN ('PENDING', 'PAYING', 'PAID', 'FAILED', 'CANCELLED', 'REFUNDED'))
) ENGINE = InnoDB DEFAULT CHARSET = utf8mb4 COLLATE = utf8mb4_nopad_bin;
CREATE INDEX orders_newest ON orders (user_id, created_at, order_id);

-- seq is the order's version after the transition, so that two transitions can't claim the same place.
CREATE TABLE order_history (
    order_id    VARCHAR(64)  NOT NULL,
    seq         BIGINT       NOT NULL,
    from_status VARCHAR(16),
    to_status   VARCHAR(16)  NOT NULL,
    cause       VARCHAR(200) NOT NULL,
    at          DATETIME(6) NOT NULL,
    PRIMARY KEY (order_id, seq),
    CONSTRAINT order_history_order FOREIGN KEY (order_id) REFERENCES orders (order_id)
) ENGINE = InnoDB DEFAULT CHARSET = utf8mb4 COLLATE = utf8mb4_nopad_bin;

CREATE TABLE stock_deduction (
    deduction_no VARCHAR(64) NOT NULL PRIMARY KEY,
    sku          VARCHAR(64) NOT NULL,
    order_id     VARCHAR(64),
    quantity     INT         NOT NULL,
    returned     BOOLEAN     NOT NULL DEFAULT FALSE,
    CONSTRAINT stock_deduction_quantity_positive CHECK (quantity > 0),
    CONSTRAINT stock_deduction_product FOREIGN KEY (sku) REFERENCES product (sku),
    CONSTRAINT stock_deduction_order FOREIGN KEY (order_id) REFERENCES orders (order_id)
) ENGINE = InnoDB DEFAULT CHARSET = utf8mb4 COLLATE = utf8mb4_nopad_bin;
CREATE INDEX stock_deduction_by_order ON stock_deduction (order_id);
CREATE INDEX stock_deduction_by_sku ON stock_deduction (sku);

-- Money as the shop sees it: IN is a payment, OUT a refund.
CREATE TABLE funds_journal (
    journal_no     VARCHAR(64)   NOT NULL PRIMARY KEY,
    order_id       VARCHAR(64)   NOT NULL,
    account_id     VARCHAR(64),
    channel        VARCHAR(32)   NOT NULL,
    transaction_no VARCHAR(64)   NOT NULL,
    direction      VARCHAR(3)    NOT NULL,
    amount         DECIMAL(19, 2) NOT NULL,
    at             DATETIME(6) NOT NULL,
    CONSTRAINT funds_journal_transaction UNIQUE (channel, transaction_no, direction),
    CONSTRAINT funds_journal_direction CHECK (direction IN ('IN', 'OUT')),
    CONSTRAINT funds_journal_amount_not_negative CHECK (amount >= 0),
    CONSTRAINT funds_journal_order FOREIGN KEY (order_id) REFERENCES orders (order_id),
    CONSTRAINT funds_journal_account FOREIGN KEY (account_id) REFERENCES account (account_id)
) ENGINE = InnoDB DEFAULT CHARSET = utf8mb4 COLLATE = utf8mb4_nopad_bin;
CREATE INDEX funds_journal_by_order ON funds_journal (order_id);
CREATE INDEX funds_journal_by_account ON funds_journal (account_id);

CREATE TABLE points (
    user_id VARCHAR(64) NOT NULL PRIMARY KEY,
    balance BIGINT      NOT NULL,
    CONSTRAINT points_balance_not_negative CHECK (balance >= 0)
) ENGINE = InnoDB DEFAULT CHARSET = utf8mb4 COLLATE = utf8mb4_nopad_bin;

-- Only the hash of a token is kept: who reads this table can't order with it.
CREATE TABLE form_token (
    token_hash CHAR(64)    NOT NULL PRIMARY KEY,
    user_id    VARCHAR(64) NOT NULL,
    purpose    VARCHAR(64) NOT NULL,
    expires_at DATETIME(6) NOT NULL
) ENGINE = InnoDB DEFAULT CHARSET = utf8mb4 COLLATE = utf8mb4_nopad_bin;
CREATE INDEX form_token_by_expiry ON form_token (expires_at);

-- Which seed data has been laid down; the unique key decides between two instances that start at once.
CREATE TABLE seed_run (
    name VARCHAR(64) NOT NULL PRIMARY KEY,
    at   DATETIME(6) NOT NULL
) ENGINE = InnoDB DEFAULT CHARSET = utf8mb4 COLLATE = utf8mb4_nopad_bin;
