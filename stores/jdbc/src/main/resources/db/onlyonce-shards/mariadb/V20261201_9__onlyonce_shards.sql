-- Where the rows of each route key lie, on MariaDB 10.6 or later; in the one database that is the directory. May be run again at any time: what exists stays.
-- What was decided is never changed or deleted while there are rows of that key.
-- Texts are kept as their bytes. Instants are UTC, whatever the session's time zone.

CREATE TABLE IF NOT EXISTS onlyonce_shard (
    route_key  VARBINARY(512) NOT NULL,
    shard      VARBINARY(512) NOT NULL,
    decided_at DATETIME(6)    NOT NULL,
    PRIMARY KEY (route_key)
) ENGINE = InnoDB;
