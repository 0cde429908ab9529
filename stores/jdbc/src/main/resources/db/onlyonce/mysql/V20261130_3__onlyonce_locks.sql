-- OnlyOnce's locks on MySQL 8.0.16 or later. May be run again at any time: what exists stays.
-- One row for each name that was ever locked. It is never deleted, because the fences of a name must rise for ever.
-- Texts are kept as their bytes. Instants are UTC, whatever the session's time zone.

CREATE TABLE IF NOT EXISTS onlyonce_lock (
    name        VARBINARY(200) NOT NULL,
    owner       VARBINARY(64)  NOT NULL COMMENT 'the attempt that has it, or had it last',
    fence       BIGINT         NOT NULL,
    lease_until DATETIME(6)    NOT NULL COMMENT 'free from then on',
    PRIMARY KEY (name)
) ENGINE = InnoDB;

INSERT INTO onlyonce_schema (version) VALUES (3) ON DUPLICATE KEY UPDATE version = version;
