package io.onlyonce.broken;

/** What has to be there for a variant to run, or for its fault to show. */
public enum Need {
    /** PostgreSQL; without it any of PostgreSQL, MariaDB and H2 will do. */
    POSTGRES,
    REDIS,
    /** Two processes on the same database. */
    TWO_NODES,
    /** The process is killed in the middle of its work and started again. */
    KILL
}
