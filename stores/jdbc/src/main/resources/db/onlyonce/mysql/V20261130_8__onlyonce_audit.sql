-- What became of each call, for people to look up, on MySQL 8.0.16 or later. May be run again at any time: what exists stays.
-- Neither keys nor callers nor answers stand here, only digests of the first two.
-- Texts are kept as their bytes. Instants are UTC, whatever the session's time zone.

CREATE TABLE IF NOT EXISTS onlyonce_audit (
    id           BINARY(16)     NOT NULL COMMENT 'a UUID of version 7: in the order of time',
    written_at   DATETIME(6)    NOT NULL DEFAULT (UTC_TIMESTAMP(6)),
    record_id    BINARY(16)     NOT NULL,
    operation    VARBINARY(200) NOT NULL,
    scope_digest VARBINARY(12)  NOT NULL,
    key_digest   VARBINARY(12)  NOT NULL,
    event        VARBINARY(32)  NOT NULL COMMENT 'a decision, or what a person did',
    state        VARBINARY(16)  NOT NULL COMMENT 'where the record stood then',
    layer        VARBINARY(16)  NULL COMMENT 'what decided',
    attempt      INT            NOT NULL COMMENT 'which attempt ran the work; 0 = none',
    code         VARBINARY(800) NULL COMMENT 'how it ended in the caller''s terms',
    number       VARBINARY(800) NULL COMMENT 'what the business knows it by',
    request      VARBINARY(800) NULL,
    took_us      BIGINT         NOT NULL,
    actor        VARBINARY(800) NULL COMMENT 'the person, if it was one',
    PRIMARY KEY (id),
    KEY onlyonce_audit_record (record_id, id),
    KEY onlyonce_audit_key (key_digest, id),
    KEY onlyonce_audit_number (number, id)
) ENGINE = InnoDB;

INSERT INTO onlyonce_schema (version) VALUES (6) ON DUPLICATE KEY UPDATE version = version;
