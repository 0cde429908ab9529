-- OnlyOnce's locks on H2 2.2 or later, in any compatibility mode. May be run again at any time: what exists stays.
-- One row for each name that was ever locked. It is never deleted, because the fences of a name must rise for ever.

CREATE TABLE IF NOT EXISTS onlyonce_lock (
    name        character varying(200)      NOT NULL,
    owner       character varying(64)       NOT NULL, -- the attempt that has it, or had it last
    fence       bigint                      NOT NULL,
    lease_until timestamp(6) with time zone NOT NULL, -- free from then on
    CONSTRAINT onlyonce_lock_pkey PRIMARY KEY (name)
);

MERGE INTO onlyonce_schema (version) KEY (version) VALUES (3);
