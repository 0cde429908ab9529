-- Where the rows of each route key lie, on PostgreSQL 12 or later; in the one database that is the directory. May be run again at any time: what exists stays.
-- What was decided is never changed or deleted while there are rows of that key.

CREATE TABLE IF NOT EXISTS onlyonce_shard (
    route_key  text COLLATE "C" NOT NULL,
    shard      text COLLATE "C" NOT NULL,
    decided_at timestamptz      NOT NULL,
    CONSTRAINT onlyonce_shard_pkey PRIMARY KEY (route_key)
);
