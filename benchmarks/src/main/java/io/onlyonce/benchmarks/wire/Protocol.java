package io.onlyonce.benchmarks.wire;

import io.onlyonce.benchmarks.database.Server;

/** Reads along on one connection. Each direction is read by one thread. */
interface Protocol {
    /** Some bytes from the client, in their order; they may end in the midst of a message. */
    void fromClient(byte[] bytes, int count);

    /** Some bytes from the server. */
    void fromServer(byte[] bytes, int count);

    static Protocol of(Server server, Tally tally) {
        return switch (server) {
            case POSTGRESQL -> new PostgresqlProtocol(tally);
            case MARIADB -> new MariadbProtocol(tally);
        };
    }
}
