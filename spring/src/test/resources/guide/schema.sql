CREATE TABLE purchase (
    order_id varchar(36) PRIMARY KEY,
    sku varchar(36) NOT NULL,
    quantity integer NOT NULL,
    paid boolean DEFAULT FALSE NOT NULL
);
CREATE TABLE account (
    account_id varchar(36) PRIMARY KEY,
    balance decimal(12, 2) NOT NULL
);
INSERT INTO account VALUES ('poor', 1.00), ('rich', 100.00);
