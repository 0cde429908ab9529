-- Where the rows of each route key lie, on H2 2.2 or later, in any compatibility mode; in the one database that is the directory. May be run again at any time: what exists stays.
-- What was decided is never changed or deleted while there are rows of that key.

CREATE TABLE IF NOT EXISTS onlyonce_shard (
    route_key  character varying(512)      NOT NULL,
    shard      character varying(512)      NOT NULL,
    decided_at timestamp(6) with time zone NOT NULL,
    CONSTRAINT onlyonce_shard_pkey PRIMARY KEY (route_key)
);
