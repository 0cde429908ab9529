-- Transfers between accounts, which may lie in different databases. A transfer's own row lies in the home database; its bookings lie beside the accounts that they
-- change, one of each leg.
CREATE TABLE transfer (
    transfer_id     VARCHAR(64)    NOT NULL PRIMARY KEY,
    user_id         VARCHAR(64)    NOT NULL,
    from_account_id VARCHAR(64)    NOT NULL,
    to_account_id   VARCHAR(64)    NOT NULL,
    amount          DECIMAL(19, 2) NOT NULL,
    status          VARCHAR(16)    NOT NULL,
    created_at      TIMESTAMP(6) WITH TIME ZONE NOT NULL,
    ended_at        TIMESTAMP(6) WITH TIME ZONE,
    CONSTRAINT transfer_status_known CHECK (status IN ('RUNNING', 'DONE', 'REFUSED')),
    CONSTRAINT transfer_amount_positive CHECK (amount > 0)
);

CREATE TABLE transfer_journal (
    transfer_id VARCHAR(64)    NOT NULL,
    leg         VARCHAR(4)     NOT NULL,
    account_id  VARCHAR(64)    NOT NULL,
    amount      DECIMAL(19, 2) NOT NULL,
    at          TIMESTAMP(6) WITH TIME ZONE NOT NULL,
    PRIMARY KEY (transfer_id, leg),
    CONSTRAINT transfer_journal_leg_known CHECK (leg IN ('OUT', 'IN', 'BACK'))
);
