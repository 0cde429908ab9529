package io.onlyonce.seata;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.onlyonce.probe.Decision;
import io.onlyonce.probe.Point;
import io.onlyonce.probe.Probe;
import io.onlyonce.record.RecordKey;
import io.onlyonce.testkit.server.TestServers;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.seata.core.context.RootContext;
import org.apache.seata.core.exception.TransactionException;
import org.apache.seata.core.model.GlobalStatus;
import org.apache.seata.core.rpc.netty.RmNettyRemotingClient;
import org.apache.seata.core.rpc.netty.TmNettyRemotingClient;
import org.apache.seata.integration.tx.api.interceptor.handler.DefaultInvocationHandler;
import org.apache.seata.integration.tx.api.interceptor.parser.DefaultInterfaceParser;
import org.apache.seata.rm.RMClient;
import org.apache.seata.rm.tcc.api.BusinessActionContext;
import org.apache.seata.tm.TMClient;
import org.apache.seata.tm.api.GlobalTransaction;
import org.apache.seata.tm.api.GlobalTransactionContext;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Transfers from an account in PostgreSQL to one in MariaDB, coordinated by Seata's own server, with Seata's own client in this process. */
class SeataServerTest {
    private static final String GROUP = "onlyonce-test";
    private static final long BEFORE = 100;
    private static final long AMOUNT = 30;
    private static final int TIMEOUT_MILLIS = 60_000;

    private static final EndFault FAULT = new EndFault();

    private static SeataServer server;
    private static Ledger berlin;
    private static Ledger tokyo;
    private static SlowDebit debiting;
    private static Debit debit;
    private static Credit credit;

    private String from = "";
    private String to = "";

    /** Lets a second phase fail at a point, once. */
    private static final class EndFault implements Probe {
        private final AtomicReference<Point> at = new AtomicReference<>();

        @Override
        public void reached(Point point, RecordKey key) {
            if (key.operation().equals("debit/end") && at.compareAndSet(point, null)) {
                throw new IllegalStateException("Injected at " + point + " by the test.");
            }
        }

        @Override
        public void decided(Decision decision) {}
    }

    /** Where a try is held up. */
    private record HeldUp(CountDownLatch come, CountDownLatch goesOn) {}

    /** A bean whose try may be held up on its way, behind Seata's proxy and before the guard. */
    private static final class SlowDebit implements Debit {
        private final Debit target;
        private volatile @Nullable HeldUp heldUp;

        SlowDebit(Debit target) {
            this.target = target;
        }

        @Override
        public void prepare(BusinessActionContext branch, String account, long amount) throws Exception {
            HeldUp here = heldUp;
            if (here != null) {
                here.come.countDown();
                assertThat(here.goesOn.await(1, TimeUnit.MINUTES)).isTrue();
            }
            target.prepare(branch, account, amount);
        }

        @Override
        public boolean commit(BusinessActionContext branch) throws Exception {
            return target.commit(branch);
        }

        @Override
        public boolean rollback(BusinessActionContext branch) throws Exception {
            return target.rollback(branch);
        }
    }

    @BeforeAll
    static void start() throws Exception {
        server = SeataServer.start();
        berlin = new JdbcLedger(TestServers.postgres());
        tokyo = new JdbcLedger(TestServers.mariadb());
        System.setProperty("service.default.grouplist", server.address());
        TMClient.init("onlyonce", GROUP);
        RMClient.init("onlyonce", GROUP);
        debiting = new SlowDebit(new DebitOnce(berlin, berlin.participant(FAULT)));
        debit = proxy(Debit.class, debiting);
        credit = proxy(Credit.class, new CreditOnce(tokyo, tokyo.participant(Probe.NONE)));
    }

    /** As Seata's scanner does it to a Spring bean: each try becomes a branch, and the bean is known as the one to confirm and cancel. */
    private static <T> T proxy(Class<T> type, T bean) throws Exception {
        DefaultInvocationHandler handler = new DefaultInvocationHandler(
                DefaultInterfaceParser.get().parserInterfaceToProxy(bean, type.getSimpleName()), bean);
        return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, handler));
    }

    @AfterAll
    static void stop() throws Exception {
        System.clearProperty("service.default.grouplist");
        RmNettyRemotingClient.getInstance().destroy();
        TmNettyRemotingClient.getInstance().destroy();
        server.close();
        berlin.close();
        tokyo.close();
    }

    @BeforeEach
    void openAccounts() {
        FAULT.at.set(null);
        debiting.heldUp = null;
        from = "from-" + UUID.randomUUID();
        to = "to-" + UUID.randomUUID();
        berlin.open(from, BEFORE);
        tokyo.open(to, BEFORE);
    }

    @AfterEach
    void standingChecks() {
        assertThat(RootContext.getXID()).as("a global transaction left behind").isNull();
        assertThat(berlin.aside(from)).as("frozen").isZero();
        assertThat(tokyo.aside(to)).as("announced").isZero();
        assertThat(berlin.balance(from) + tokyo.balance(to)).as("the sum").isEqualTo(2 * BEFORE);
        assertThat(berlin.times(from, "take") + berlin.times(from, "release"))
                .as("ends of the debit")
                .isEqualTo(berlin.times(from, "freeze"))
                .isLessThanOrEqualTo(1);
        assertThat(tokyo.times(to, "put") + tokyo.times(to, "forget"))
                .as("ends of the credit")
                .isEqualTo(tokyo.times(to, "announce"))
                .isLessThanOrEqualTo(1);
    }

    private GlobalTransaction transferred(String receiver) throws Exception {
        GlobalTransaction global = GlobalTransactionContext.createNew();
        global.begin(TIMEOUT_MILLIS, "transfer");
        try {
            debit.prepare(null, from, AMOUNT);
            credit.prepare(null, receiver, AMOUNT);
        } catch (Throwable failure) {
            global.rollback();
            throw failure;
        }
        global.commit();
        return global;
    }

    private static void awaitEnd(GlobalTransaction global) {
        Awaitility.await().atMost(Duration.ofMinutes(1)).until(() -> status(global) == GlobalStatus.Finished);
    }

    private static GlobalStatus status(GlobalTransaction global) {
        try {
            return global.getStatus();
        } catch (TransactionException e) {
            throw new IllegalStateException(e);
        }
    }

    private void assertMoved(long amount) {
        assertThat(berlin.balance(from)).isEqualTo(BEFORE - amount);
        assertThat(tokyo.balance(to)).isEqualTo(BEFORE + amount);
    }

    @Test
    @DisplayName("a global transaction that commits confirms both branches")
    void commits() throws Exception {
        awaitEnd(transferred(to));
        assertMoved(AMOUNT);
    }

    @Test
    @DisplayName("a global transaction that is rolled back cancels the branch that was tried, and the one that was not")
    void rollsBack() {
        String closed = "closed-" + UUID.randomUUID();
        tokyo.open(closed, BEFORE);
        assertThatThrownBy(() -> transferred(closed))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("takes nothing");
        Awaitility.await().atMost(Duration.ofMinutes(1)).until(() -> berlin.times(from, "release") == 1);
        assertMoved(0);
        assertThat(tokyo.balance(closed)).isEqualTo(BEFORE);
        assertThat(tokyo.aside(closed)).isZero();
    }

    @ParameterizedTest
    @EnumSource(
            value = Point.class,
            names = {"CLAIMED", "COMPLETED", "COMMITTED"})
    @DisplayName(
            "a resource that fails in the second phase, before its commit or after it, is asked again by the server, and confirms once")
    void failsInPhaseTwo(Point point) throws Exception {
        FAULT.at.set(point);
        awaitEnd(transferred(to));
        assertThat(FAULT.at).as("the fault").hasNullValue();
        assertMoved(AMOUNT);
    }

    @Test
    @DisplayName("a try that is held up until the server has timed out and cancelled its branch reserves nothing")
    void lateTry() throws Exception {
        HeldUp held = new HeldUp(new CountDownLatch(1), new CountDownLatch(1));
        debiting.heldUp = held;
        GlobalTransaction global = GlobalTransactionContext.createNew();
        CompletableFuture<Void> late = tried(global);
        for (int again = 0;
                again < 10 && !come(held, late);
                again++) { // the time was over before the branch was registered
            global = GlobalTransactionContext.createNew();
            late = tried(global);
        }
        awaitEnd(global);
        held.goesOn.countDown();
        assertThatThrownBy(late::get)
                .isInstanceOf(ExecutionException.class)
                .hasRootCauseInstanceOf(BranchCancelledException.class);
        assertMoved(0);
        assertThat(berlin.times(from, "freeze")).isZero();
        assertThat(server.log()).contains(global.getXid() + "] is timeout and will be rollback");
    }

    /** A try in a global transaction of one second. */
    private CompletableFuture<Void> tried(GlobalTransaction global) {
        return CompletableFuture.runAsync(() -> {
            try {
                global.begin(1000, "late transfer");
                debit.prepare(null, from, AMOUNT);
            } catch (Exception e) {
                throw new IllegalStateException(e);
            } finally {
                RootContext.unbind();
            }
        });
    }

    /** Whether the try has come to where it is held up; it may have failed before. */
    private static boolean come(HeldUp held, CompletableFuture<Void> late) {
        Awaitility.await().atMost(Duration.ofMinutes(1)).until(() -> held.come.getCount() == 0 || late.isDone());
        return held.come.getCount() == 0;
    }
}
