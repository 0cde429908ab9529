package io.onlyonce.jdbc;

import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.SQLException;
import java.util.List;
import java.util.function.Function;

/** The databases that are supported, each with whole statements of its own. */
public enum Dialect {
    /** PostgreSQL 12 or later. */
    POSTGRESQL(
            "postgresql",
            new PostgresqlRecords(),
            PostgresqlTokens::new,
            PostgresqlLocks::new,
            PostgresqlInbox::new,
            PostgresqlAudit::new,
            PostgresqlShards::new),
    /** MariaDB 10.6 or later, through MariaDB's driver or MySQL's. */
    MARIADB(
            "mariadb",
            new MariadbRecords(),
            InnodbTokens::new,
            InnodbLocks::new,
            InnodbInbox::new,
            InnodbAudit::new,
            InnodbShards::new),
    /** MySQL 8.0.16 or later, through MySQL's driver. */
    MYSQL(
            "mysql",
            new MysqlRecords(),
            InnodbTokens::new,
            InnodbLocks::new,
            InnodbInbox::new,
            InnodbAudit::new,
            InnodbShards::new),
    /** H2 2.2 or later, in any compatibility mode. */
    H2("h2", new H2Records(), H2Tokens::new, H2Locks::new, H2Inbox::new, H2Audit::new, H2Shards::new);

    private final String name;

    @SuppressWarnings("ImmutableEnumChecker") // constants and a cache of texts
    private final RecordSql records;

    @SuppressWarnings("ImmutableEnumChecker") // constants
    private final TokenSql tokens;

    @SuppressWarnings("ImmutableEnumChecker") // constants
    private final LockSql locks;

    @SuppressWarnings("ImmutableEnumChecker") // constants
    private final InboxSql inbox;

    @SuppressWarnings("ImmutableEnumChecker") // constants
    private final AuditSql audit;

    @SuppressWarnings("ImmutableEnumChecker") // constants
    private final ShardSql shards;

    Dialect(
            String name,
            RecordSql records,
            Function<RecordSql, TokenSql> tokens,
            Function<RecordSql, LockSql> locks,
            Function<RecordSql, InboxSql> inbox,
            Function<RecordSql, AuditSql> audit,
            Function<RecordSql, ShardSql> shards) {
        this.name = name;
        this.records = records;
        this.tokens = tokens.apply(records);
        this.locks = locks.apply(records);
        this.inbox = inbox.apply(records);
        this.audit = audit.apply(records);
        this.shards = shards.apply(records);
    }

    /**
     * The dialect of the database at the other end. MariaDB and MySQL are told apart by what the server says of itself, not by the driver.
     *
     * @throws IllegalStateException if the database is none of those supported
     */
    public static Dialect of(Connection connection) throws SQLException {
        DatabaseMetaData data = connection.getMetaData();
        String product = data.getDatabaseProductName();
        String version = data.getDatabaseProductVersion();
        if (product.equals("MariaDB") || (product.equals("MySQL") && version.contains("MariaDB"))) {
            return MARIADB;
        }
        return switch (product) {
            case "PostgreSQL" -> POSTGRESQL;
            case "MySQL" -> MYSQL;
            case "H2" -> H2;
            default -> throw new IllegalStateException(JdbcTexts.unknownDatabase(product, version));
        };
    }

    /** The folder on the class path that holds the DDL, in the form that Flyway's locations take: {@code db/onlyonce/postgresql}. */
    public String folder() {
        return "db/onlyonce/" + name;
    }

    /** The DDL scripts on the class path, in their order. */
    List<String> ddl() {
        return List.of(
                folder() + "/V20261101_1__onlyonce.sql",
                folder() + "/V20261130_1__onlyonce_tokens.sql",
                folder() + "/V20261130_3__onlyonce_locks.sql",
                folder() + "/V20261130_4__onlyonce_steps.sql",
                folder() + "/V20261130_7__onlyonce_inbox.sql",
                folder() + "/V20261130_8__onlyonce_audit.sql",
                folder() + "/V20261201_3__onlyonce_expiry.sql");
    }

    /** The DDL script of the directory of shards, which its database alone needs. */
    List<String> shardsDdl() {
        return List.of("db/onlyonce-shards/" + name + "/V20261201_9__onlyonce_shards.sql");
    }

    RecordSql records() {
        return records;
    }

    TokenSql tokens() {
        return tokens;
    }

    LockSql locks() {
        return locks;
    }

    InboxSql inbox() {
        return inbox;
    }

    AuditSql audit() {
        return audit;
    }

    ShardSql shards() {
        return shards;
    }
}
