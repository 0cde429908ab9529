-- The tables of every variant. They are made at the start where they are missing; nothing but primary keys guards them, so that each variant keeps its own promises.
-- PostgreSQL, MariaDB and H2 understand all of it.

CREATE TABLE IF NOT EXISTS product (
    sku VARCHAR(100) PRIMARY KEY,
    delivered INT NOT NULL,
    stock INT NOT NULL
);

CREATE TABLE IF NOT EXISTS account (
    account_id VARCHAR(100) PRIMARY KEY,
    opened DECIMAL(38, 2) NOT NULL,
    balance DECIMAL(38, 2) NOT NULL
);

CREATE TABLE IF NOT EXISTS orders (
    order_id VARCHAR(100) PRIMARY KEY,
    ref VARCHAR(100) NOT NULL,
    user_id VARCHAR(100) NOT NULL,
    sku VARCHAR(100) NOT NULL,
    quantity INT NOT NULL,
    amount DECIMAL(38, 2) NOT NULL,
    status VARCHAR(20) NOT NULL
);

CREATE TABLE IF NOT EXISTS order_history (
    history_id SERIAL PRIMARY KEY,
    order_id VARCHAR(100) NOT NULL,
    ref VARCHAR(100) NOT NULL,
    from_status VARCHAR(20) NOT NULL,
    to_status VARCHAR(20) NOT NULL
);

CREATE TABLE IF NOT EXISTS stock_deduction (
    deduction_id SERIAL PRIMARY KEY,
    ref VARCHAR(100) NOT NULL,
    sku VARCHAR(100) NOT NULL,
    quantity INT NOT NULL
);

-- One row for each movement of money; the amount is above zero where it comes in.
CREATE TABLE IF NOT EXISTS funds_journal (
    journal_id SERIAL PRIMARY KEY,
    ref VARCHAR(100) NOT NULL,
    order_id VARCHAR(100) NOT NULL,
    account_id VARCHAR(100) NOT NULL,
    amount DECIMAL(38, 2) NOT NULL
);

CREATE TABLE IF NOT EXISTS refund (
    refund_no VARCHAR(100) PRIMARY KEY,
    ref VARCHAR(100) NOT NULL,
    order_id VARCHAR(100) NOT NULL,
    amount DECIMAL(38, 2) NOT NULL
);

-- What was asked for under an idempotency key, and what was answered.
CREATE TABLE IF NOT EXISTS idempotency_record (
    scope VARCHAR(100) NOT NULL,
    idempotency_key VARCHAR(255) NOT NULL,
    ref VARCHAR(100) NOT NULL,
    payload VARCHAR(1000) NOT NULL,
    state VARCHAR(10) NOT NULL,
    status INT,
    location VARCHAR(200),
    body VARCHAR(2000),
    created_ms BIGINT NOT NULL,
    PRIMARY KEY (scope, idempotency_key)
);

-- The same without a unique key, as those have it who trust in a lock.
CREATE TABLE IF NOT EXISTS request_log (
    scope VARCHAR(100) NOT NULL,
    idempotency_key VARCHAR(255) NOT NULL,
    ref VARCHAR(100) NOT NULL,
    payload VARCHAR(1000) NOT NULL,
    state VARCHAR(10) NOT NULL,
    status INT,
    location VARCHAR(200),
    body VARCHAR(2000),
    created_ms BIGINT NOT NULL
);

CREATE TABLE IF NOT EXISTS token (
    token VARCHAR(100) PRIMARY KEY,
    user_id VARCHAR(100) NOT NULL,
    order_id VARCHAR(100)
);

-- Received callbacks, messages and the like, one row each, by the identity that its reader chose.
CREATE TABLE IF NOT EXISTS inbox (
    identity VARCHAR(200) PRIMARY KEY,
    ref VARCHAR(100) NOT NULL
);

-- What a provider's notices did, one row each time.
CREATE TABLE IF NOT EXISTS notice (
    receipt_id SERIAL PRIMARY KEY,
    ref VARCHAR(100) NOT NULL,
    notice_id VARCHAR(100) NOT NULL,
    order_id VARCHAR(100) NOT NULL
);

CREATE TABLE IF NOT EXISTS points (
    user_id VARCHAR(100) PRIMARY KEY,
    balance BIGINT NOT NULL
);

CREATE TABLE IF NOT EXISTS points_journal (
    journal_id SERIAL PRIMARY KEY,
    ref VARCHAR(100) NOT NULL,
    message_id VARCHAR(100) NOT NULL,
    user_id VARCHAR(100) NOT NULL,
    points BIGINT NOT NULL
);

CREATE TABLE IF NOT EXISTS outbox (
    message_id SERIAL PRIMARY KEY,
    ref VARCHAR(100) NOT NULL,
    order_id VARCHAR(100) NOT NULL,
    user_id VARCHAR(100) NOT NULL,
    points BIGINT NOT NULL,
    sent INT DEFAULT 0 NOT NULL
);

-- How far a relay has come.
CREATE TABLE IF NOT EXISTS relay_position (
    message_id BIGINT PRIMARY KEY
);
