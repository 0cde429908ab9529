package io.onlyonce.testkit.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.BindException;
import java.net.ServerSocket;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("A free port")
class FreePortTest {
    @Test
    @DisplayName("is another one each time, and below those of outgoing connections")
    void each_is_another() throws IOException {
        Set<Integer> ports = new HashSet<>();
        for (int i = 0; i < 100; i++) {
            ports.add(FreePort.next());
        }
        assertThat(ports).hasSize(100).allMatch(port -> port >= 20_000 && port < 30_000);
    }

    @Test
    @DisplayName("is none that somebody listens on")
    void taken_ones_are_left_out() throws IOException {
        int first = FreePort.next();
        int next = first == 29_999 ? 20_000 : first + 1;
        try (ServerSocket taken = new ServerSocket(next)) {
            assertThat(FreePort.next()).isNotEqualTo(taken.getLocalPort());
        } catch (BindException already) {
            assertThat(FreePort.next()).isNotEqualTo(next);
        }
    }
}
