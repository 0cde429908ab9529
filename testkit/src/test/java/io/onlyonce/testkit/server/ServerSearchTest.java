package io.onlyonce.testkit.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class ServerSearchTest {
    private static DatabaseServer found(Vendor vendor, String variable, String value) {
        return new ServerSearch(vendor, Map.of(variable, value)).find();
    }

    @Test
    @DisplayName("a server named by the environment is used, with its login and its other parameters")
    void namedServer() {
        int port = portOf(EmbeddedForTests.of(Vendor.POSTGRES));
        String url =
                "jdbc:postgresql://127.0.0.1:" + port + "/postgres?user=postgres&password=any&ApplicationName=tests";
        DatabaseServer server = found(Vendor.POSTGRES, "ONLYONCE_TEST_POSTGRES_URL", url);
        assertThat(server.outlivesUs()).isTrue();
        try (TestDatabase database = server.newDatabase()) {
            assertThat(database.url())
                    .startsWith("jdbc:postgresql://127.0.0.1:" + port + "/onlyonce_")
                    .endsWith("?ApplicationName=tests");
            assertThat(database.user()).isEqualTo("postgres");
            assertThat(database.password()).isEqualTo("any");
        }
    }

    @Test
    @DisplayName(
            "a server named by the environment that is not there fails, with address and remedy, and without the password")
    void namedServerNotThere() throws IOException {
        String url = "jdbc:mariadb://127.0.0.1:" + closedPort() + "/?user=root&password=s3cret";
        assertThatThrownBy(() -> found(Vendor.MARIADB, "ONLYONCE_TEST_MARIADB_URL", url))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContainingAll("No MariaDB", "ONLYONCE_TEST_MARIADB_URL", "127.0.0.1", "unset it")
                .hasMessageNotContaining("s3cret");
    }

    @Test
    @DisplayName("a server of another make is not taken for the one that is asked for")
    void otherMake() {
        int port = portOf(EmbeddedForTests.of(Vendor.MARIADB));
        JdbcAddress address = new JdbcAddress("jdbc:mariadb://127.0.0.1:" + port + "/", "", "", new Login("root", ""));
        assertThat(Vendor.MYSQL.made("11.4.5-MariaDB-log")).isFalse();
        assertThat(Vendor.MARIADB.made("8.0.33")).isFalse();
        assertThat(Vendor.POSTGRES.made("8.0.33")).isFalse();
        assertThatThrownBy(() -> found(Vendor.MYSQL, "ONLYONCE_TEST_MYSQL_URL", address.url() + "?user=root"))
                .hasMessageContaining("no MySQL");
    }

    @Test
    @DisplayName("a word other than \"embedded\" is refused, not ignored")
    void unknownMode() {
        assertThatThrownBy(() -> found(Vendor.POSTGRES, "ONLYONCE_TEST_POSTGRES", "docker"))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContainingAll(
                        "ONLYONCE_TEST_POSTGRES", "\"docker\"", "embedded", "ONLYONCE_TEST_POSTGRES_URL");
    }

    @Test
    @DisplayName("a URL of no known form is refused, without its password")
    void malformedUrl() {
        assertThatThrownBy(() ->
                        found(Vendor.POSTGRES, "ONLYONCE_TEST_POSTGRES_URL", "postgres://me:x@host/db?password=s3cret"))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("jdbc:<kind>://")
                .hasMessageNotContaining("s3cret");
    }

    @Test
    @DisplayName("an address keeps server, database, login and other parameters apart")
    void address() {
        JdbcAddress address = JdbcAddress.parse("jdbc:mariadb://db:3307/shop?a=b&user=me&password=a%26b&c=d", "root");
        assertThat(address.url()).isEqualTo("jdbc:mariadb://db:3307/shop?a=b&c=d");
        assertThat(address.login()).isEqualTo(new Login("me", "a&b"));
        assertThat(address.withDatabase("other").url()).isEqualTo("jdbc:mariadb://db:3307/other?a=b&c=d");
        assertThat(address).hasToString("jdbc:mariadb://db:3307/shop?a=b&c=d as me");
        assertThat(JdbcAddress.parse("jdbc:mariadb://db/", "root").login().user())
                .isEqualTo("root");
    }

    private static int portOf(DatabaseServer server) {
        return Integer.parseInt(server.address().server().replaceAll(".*:(\\d+)/", "$1"));
    }

    private static int closedPort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }
}
