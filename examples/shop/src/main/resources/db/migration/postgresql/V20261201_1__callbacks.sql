-- Callbacks: what the channels say, what comes of it, and what people have to look at. The money itself is in funds_journal.

-- One row per notice that was genuine, however often it came. order_id is NULL where nothing is known of the payment; what is doubtful has its amount in
-- suspicious_notice, as it was said.
CREATE TABLE payment_notice (
    channel        VARCHAR(32)  NOT NULL,
    notice_id      VARCHAR(160) NOT NULL,
    transaction_no VARCHAR(128),
    refund_no      VARCHAR(160),
    payment_no     VARCHAR(128) NOT NULL,
    order_id       VARCHAR(64),
    kind           VARCHAR(16)  NOT NULL,
    amount         DECIMAL(19, 2),
    state          VARCHAR(16)  NOT NULL,
    outcome        VARCHAR(32)  NOT NULL,
    received_at    TIMESTAMP(6) WITH TIME ZONE NOT NULL,
    PRIMARY KEY (channel, notice_id)
);
CREATE INDEX payment_notice_by_order ON payment_notice (order_id);
CREATE INDEX payment_notice_by_transaction ON payment_notice (channel, transaction_no);

-- Genuine, and yet it can't be right.
CREATE TABLE suspicious_notice (
    channel        VARCHAR(32)  NOT NULL,
    notice_id      VARCHAR(160) NOT NULL,
    transaction_no VARCHAR(128),
    payment_no     VARCHAR(128) NOT NULL,
    order_id       VARCHAR(64),
    kind           VARCHAR(16)  NOT NULL,
    said           VARCHAR(64),
    reason         VARCHAR(32)  NOT NULL,
    received_at    TIMESTAMP(6) WITH TIME ZONE NOT NULL,
    PRIMARY KEY (channel, notice_id)
);
CREATE INDEX suspicious_notice_by_order ON suspicious_notice (order_id);

-- Money that came and is nobody's payment any more: amount is what still has to go back of it, 0 when all of it has gone.
CREATE TABLE refund_request (
    channel        VARCHAR(32)    NOT NULL,
    transaction_no VARCHAR(128)   NOT NULL,
    order_id       VARCHAR(64)    NOT NULL,
    amount         DECIMAL(19, 2) NOT NULL,
    reason         VARCHAR(32)    NOT NULL,
    at             TIMESTAMP(6) WITH TIME ZONE NOT NULL,
    PRIMARY KEY (channel, transaction_no),
    CONSTRAINT refund_request_not_negative CHECK (amount >= 0),
    CONSTRAINT refund_request_order FOREIGN KEY (order_id) REFERENCES orders (order_id)
);
CREATE INDEX refund_request_by_order ON refund_request (order_id);

-- What became of a visit to a channel's page; transaction_no is the payment that paid the order.
ALTER TABLE checkout ADD COLUMN status VARCHAR(8) DEFAULT 'OPEN' NOT NULL;
ALTER TABLE checkout ADD COLUMN transaction_no VARCHAR(128);
ALTER TABLE checkout ADD CONSTRAINT checkout_status CHECK (status IN ('OPEN', 'FAILED', 'CLOSED', 'PAID', 'EXTRA'));

-- Which of the own payments a movement belongs to, and of which incoming transaction a refund is; NULL for balances.
ALTER TABLE funds_journal ALTER COLUMN transaction_no TYPE VARCHAR(160);
ALTER TABLE funds_journal ADD COLUMN payment_no VARCHAR(128);
ALTER TABLE funds_journal ADD COLUMN refund_of VARCHAR(128);
CREATE INDEX funds_journal_by_refunded ON funds_journal (channel, refund_of);
CREATE INDEX funds_journal_by_payment ON funds_journal (payment_no);

-- A refund through a channel is PROCESSING until the channel has said that the money is back. channel_refund_no is the channel's own number.
ALTER TABLE refund DROP CONSTRAINT refund_status;
ALTER TABLE refund ADD CONSTRAINT refund_status CHECK (status IN ('PROCESSING', 'DONE', 'FAILED'));
ALTER TABLE refund ADD COLUMN channel_refund_no VARCHAR(160);
CREATE INDEX refund_by_channel_refund ON refund (channel_refund_no);

-- Where a channel's statement and the journal do not agree, found by a job that may run any number of times; settled_at is NULL as long as it is so.
CREATE TABLE reconciliation_difference (
    identity       VARCHAR(255) NOT NULL PRIMARY KEY,
    kind           VARCHAR(32)  NOT NULL,
    cause          VARCHAR(32)  NOT NULL,
    channel        VARCHAR(32)  NOT NULL,
    transaction_no VARCHAR(128) NOT NULL,
    direction      VARCHAR(3)   NOT NULL,
    found_at       TIMESTAMP(6) WITH TIME ZONE NOT NULL,
    settled_at     TIMESTAMP(6) WITH TIME ZONE
);
