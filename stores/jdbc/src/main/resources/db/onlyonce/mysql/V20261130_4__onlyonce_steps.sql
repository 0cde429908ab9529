-- The results of finished steps of leased operations on MySQL 8.0.16 or later. May be run again at any time: what exists stays.
-- They go with their record.
-- Texts are kept as their bytes. Instants are UTC, whatever the session's time zone.

CREATE TABLE IF NOT EXISTS onlyonce_step (
    record_id  BINARY(16)     NOT NULL,
    claimed_at DATETIME(6)    NOT NULL COMMENT 'when that record''s key was claimed: a key that is claimed anew has none of its old steps',
    step       VARBINARY(100) NOT NULL,
    result     LONGBLOB       NOT NULL,
    PRIMARY KEY (record_id, claimed_at, step),
    CONSTRAINT onlyonce_step_record FOREIGN KEY (record_id) REFERENCES onlyonce_record (id) ON DELETE CASCADE
) ENGINE = InnoDB;

INSERT INTO onlyonce_schema (version) VALUES (4) ON DUPLICATE KEY UPDATE version = version;
