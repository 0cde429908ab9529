package io.onlyonce.broken;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.onlyonce.testkit.ChildJvm;
import io.onlyonce.testkit.server.FreePort;
import io.onlyonce.testkit.server.TestDatabase;
import io.onlyonce.testkit.server.TestServers;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

/** A variant is a process of its own that can be killed and started again. */
class MainTest {

    /** Starts the variant and says so. */
    static final class Child {
        private Child() {}

        public static void main(String[] arguments) throws Exception {
            Main.main(Arrays.copyOfRange(arguments, 1, arguments.length));
            ChildJvm.toParent(arguments).say("ready");
        }
    }

    @Test
    void what_was_done_before_a_kill_is_there_after_it() throws Exception {
        try (TestDatabase database = TestServers.postgres()) {
            int port = FreePort.next();
            String[] arguments = {
                "record-at-end",
                "--port",
                String.valueOf(port),
                "--jdbc",
                database.url(),
                "--user",
                database.user(),
                "--password",
                database.password(),
                "--node",
                "1"
            };
            Customer customer = new Customer(port);
            String first;
            try (ChildJvm child = ChildJvm.start(Child.class, arguments)) {
                assertThat(child.hear()).isEqualTo("ready");
                first = customer.operate(Area.ORDERS).body();
            }
            try (ChildJvm child = ChildJvm.start(Child.class, arguments)) {
                assertThat(child.hear()).isEqualTo("ready");
                assertThat(customer.operate(Area.ORDERS).body()).isEqualTo(first);
            }
            assertThat(database.queryLong(Customer.effects(Area.ORDERS), customer.ref))
                    .isEqualTo(1);
        }
    }

    @Test
    void what_cannot_be_started_is_told() {
        assertThatThrownBy(() -> Main.main(new String[0])).hasMessageContaining("Usage:");
        assertThatThrownBy(() -> Main.main(new String[] {"no-such"})).hasMessageContaining("check-then-act");
        assertThatThrownBy(() -> Main.main(new String[] {"check-then-act", "--port", "x", "--jdbc", "y"}))
                .hasMessageContaining("must be a number");
        assertThatThrownBy(() -> Main.main(new String[] {"check-then-act"})).hasMessageContaining("--jdbc is missing");
        assertThatThrownBy(() -> Main.main(new String[] {"check-then-act", "--jdbc", "y", "--nodes", "2"}))
                .hasMessageContaining("Unknown: --nodes");
    }
}
