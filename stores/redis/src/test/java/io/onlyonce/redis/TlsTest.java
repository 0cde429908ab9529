package io.onlyonce.redis;

import static io.onlyonce.redis.CasesSuite.KEY;
import static io.onlyonce.redis.CasesSuite.done;
import static io.onlyonce.redis.CasesSuite.request;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lettuce.core.ClientOptions;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisConnectionException;
import io.lettuce.core.SslOptions;
import io.lettuce.core.codec.ByteArrayCodec;
import io.onlyonce.record.Claim;
import io.onlyonce.testkit.server.PrivateRedis;
import io.onlyonce.testkit.server.TestServers;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Records by TLS, with a certificate that the server alone has signed. */
class TlsTest {
    private static final String PASSWORD = "secret";

    @TempDir
    private static Path folder;

    private static PrivateRedis redis;
    private static int port;

    @BeforeAll
    static void open() throws Exception {
        makeCertificate();
        port = freePort();
        redis = TestServers.embeddedRedis( // an installed one may be built without TLS
                "--tls-port",
                String.valueOf(port),
                "--tls-cert-file",
                folder.resolve("certificate.pem").toString(),
                "--tls-key-file",
                folder.resolve("key.pem").toString(),
                "--tls-ca-cert-file",
                folder.resolve("certificate.pem").toString(),
                "--tls-auth-clients",
                "no");
    }

    @AfterAll
    static void close() {
        redis.close();
    }

    private static void makeCertificate() throws Exception {
        Path store = folder.resolve("store.p12");
        List<String> command = List.of(
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
                "-genkeypair",
                "-keystore",
                store.toString(),
                "-storetype",
                "PKCS12",
                "-storepass",
                PASSWORD,
                "-alias",
                "redis",
                "-keyalg",
                "RSA",
                "-keysize",
                "2048",
                "-dname",
                "CN=redis",
                "-ext",
                "SAN=ip:127.0.0.1");
        Process keytool = new ProcessBuilder(command).redirectErrorStream(true).start();
        String words = new String(keytool.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(keytool.waitFor()).as(words).isZero();
        KeyStore keys = KeyStore.getInstance("PKCS12");
        try (InputStream in = Files.newInputStream(store)) {
            keys.load(in, PASSWORD.toCharArray());
        }
        pem("certificate.pem", "CERTIFICATE", keys.getCertificate("redis").getEncoded());
        pem(
                "key.pem",
                "PRIVATE KEY",
                keys.getKey("redis", PASSWORD.toCharArray()).getEncoded());
    }

    private static void pem(String file, String kind, byte[] content) throws IOException {
        String text = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(content);
        Files.writeString(
                folder.resolve(file), "-----BEGIN " + kind + "-----\n" + text + "\n-----END " + kind + "-----\n");
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    private static RedisClient client(SslOptions ssl) {
        RedisClient client = RedisClient.create("rediss://127.0.0.1:" + port);
        client.setOptions(ClientOptions.builder().sslOptions(ssl).build());
        return client;
    }

    @Test
    @DisplayName("a client that trusts the server's certificate claims, completes and finds by TLS")
    void trusted() {
        RedisClient client = client(SslOptions.builder()
                .jdkSslProvider()
                .trustManager(folder.resolve("certificate.pem").toFile())
                .build());
        try {
            RedisAccess access =
                    RedisAccess.of(client.connect(ByteArrayCodec.INSTANCE)).timeout(Duration.ofSeconds(20));
            RedisRecordStore store = new RedisRecordStore(access, "shop:");
            Claim.Claimed claimed = (Claim.Claimed) store.claim(request(KEY));
            assertThat(store.complete(KEY, claimed.fence(), done("done"))).isTrue();
            assertThat(store.claim(request(KEY))).isInstanceOf(Claim.Completed.class);
            assertThat(new RedisRecordMaintenance(access, "shop:").find(KEY)).isPresent();
        } finally {
            client.shutdown(Duration.ZERO, Duration.ofSeconds(5));
        }
    }

    @Test
    @DisplayName("a client that does not know who signed the certificate does not connect")
    void untrusted() {
        RedisClient client = client(SslOptions.builder().jdkSslProvider().build());
        try {
            assertThatThrownBy(() -> client.connect(ByteArrayCodec.INSTANCE))
                    .isInstanceOf(RedisConnectionException.class)
                    .hasStackTraceContaining("unable to find valid certification path");
        } finally {
            client.shutdown(Duration.ZERO, Duration.ofSeconds(5));
        }
    }
}
