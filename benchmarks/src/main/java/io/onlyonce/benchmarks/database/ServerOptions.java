package io.onlyonce.benchmarks.database;

import picocli.CommandLine.Option;

/** Which server to measure on. */
public final class ServerOptions {
    @Option(names = "--jdbc", required = true, description = "URL of the server, jdbc:postgresql: or jdbc:mariadb:")
    private String url = "";

    @Option(names = "--user", required = true, description = "An account that may create databases")
    private String user = "";

    @Option(names = "--password", defaultValue = "", description = "Its password")
    private String password = "";

    /** The login that was asked for. */
    public Login login() {
        return new Login(url, user, password);
    }
}
