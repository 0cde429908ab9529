-- What OnlyOnce took in to be dealt with later, on MariaDB 10.6 or later. May be run again at any time: what exists stays.
-- An entry that was dealt with is deleted.
-- Texts are kept as their bytes. Instants are UTC, whatever the session's time zone.

CREATE TABLE IF NOT EXISTS onlyonce_inbox (
    source   VARBINARY(64)   NOT NULL COMMENT 'who deals with it',
    entry_id VARBINARY(255)  NOT NULL,
    subject  VARBINARY(255)  NOT NULL COMMENT 'what it is about; entries that wait for the same thing share it',
    payload  LONGBLOB        NOT NULL,
    tries    INT             NOT NULL COMMENT 'failed ones',
    parked   BOOLEAN         NOT NULL COMMENT 'put aside, to be looked at by people',
    due_at   DATETIME(6)     NOT NULL COMMENT 'of a parked entry: since when it is parked',
    cause    VARBINARY(2000) NULL COMMENT 'of the last failed try',
    PRIMARY KEY (source, entry_id),
    KEY onlyonce_inbox_due (source, parked, due_at, entry_id),
    KEY onlyonce_inbox_subject (source, subject, entry_id)
) ENGINE = InnoDB;

INSERT INTO onlyonce_schema (version) VALUES (5) ON DUPLICATE KEY UPDATE version = version;
