-- OnlyOnce on MySQL 8.0.16 or later. May be run again at any time: what exists stays.
-- Texts are kept as their UTF-8 bytes: no collation can make two keys one, none pads or folds.
-- Instants are UTC, whatever the session's time zone.

CREATE TABLE IF NOT EXISTS onlyonce_record (
    id              BINARY(16)     NOT NULL,
    scope           VARBINARY(512) NOT NULL,
    operation       VARBINARY(200) NOT NULL,
    idempotency_key VARBINARY(255) NOT NULL,
    fingerprint     VARBINARY(33)  NOT NULL,
    fence           BIGINT         NOT NULL,
    attempt         INT            NOT NULL,
    created_at      DATETIME(6)    NOT NULL,
    state           CHAR(1) CHARACTER SET ascii COLLATE ascii_bin NOT NULL COMMENT 'C claimed, D done, R refused',
    lease_until     DATETIME(6)    NULL COMMENT 'of a leased claim only',
    completed_at    DATETIME(6)    NULL,
    expires_at      DATETIME(6)    NULL COMMENT 'a claim never expires, an answer always does',
    refusal_code    VARBINARY(256) NULL,
    answer          LONGBLOB       NULL,
    PRIMARY KEY (id),
    KEY onlyonce_record_expires_at (expires_at),
    CONSTRAINT onlyonce_record_state CHECK (state IN ('C', 'D', 'R')),
    CONSTRAINT onlyonce_record_expiry CHECK ((state = 'C') = (expires_at IS NULL))
) ENGINE = InnoDB;

-- MySQL has no sequences: this table's counter is one. Each number is inserted and deleted again, so it stays empty.
CREATE TABLE IF NOT EXISTS onlyonce_fence (
    number BIGINT NOT NULL AUTO_INCREMENT,
    PRIMARY KEY (number)
) ENGINE = InnoDB;

CREATE TABLE IF NOT EXISTS onlyonce_schema (
    version INT NOT NULL,
    PRIMARY KEY (version)
) ENGINE = InnoDB;

INSERT INTO onlyonce_schema (version) VALUES (1) ON DUPLICATE KEY UPDATE version = version;
