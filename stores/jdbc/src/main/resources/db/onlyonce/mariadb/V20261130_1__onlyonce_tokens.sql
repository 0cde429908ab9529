-- OnlyOnce's one-time tokens on MariaDB 10.6 or later. May be run again at any time: what exists stays.
-- Who reads these tables cannot use a token: they hold a hash of token and binding, never the token.
-- Texts are kept as their UTF-8 bytes. Instants are UTC, whatever the session's time zone.

CREATE TABLE IF NOT EXISTS onlyonce_token (
    id         BINARY(32)     NOT NULL COMMENT 'SHA-256 of the token and all that it is bound to',
    purpose    VARBINARY(200) NOT NULL COMMENT 'this and the next two are for people, and the id alone decides',
    subject    VARBINARY(512) NOT NULL,
    target     VARBINARY(512) NULL,
    uses_left  INT            NOT NULL,
    issued_at  DATETIME(6)    NOT NULL,
    expires_at DATETIME(6)    NOT NULL,
    used_at    DATETIME(6)    NULL COMMENT 'the last use',
    PRIMARY KEY (id),
    KEY onlyonce_token_expires_at (expires_at),
    CONSTRAINT onlyonce_token_uses CHECK (uses_left >= 0)
) ENGINE = InnoDB;

-- signed tokens that were used
CREATE TABLE IF NOT EXISTS onlyonce_used_mark (
    id         BINARY(32)  NOT NULL,
    expires_at DATETIME(6) NOT NULL,
    PRIMARY KEY (id),
    KEY onlyonce_used_mark_expires_at (expires_at)
) ENGINE = InnoDB;

INSERT INTO onlyonce_schema (version) VALUES (2) ON DUPLICATE KEY UPDATE version = version;
