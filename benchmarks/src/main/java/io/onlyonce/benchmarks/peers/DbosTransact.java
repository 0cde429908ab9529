package io.onlyonce.benchmarks.peers;

import com.zaxxer.hikari.HikariDataSource;
import dev.dbos.transact.DBOS;
import dev.dbos.transact.StartWorkflowOptions;
import dev.dbos.transact.config.DBOSConfig;
import dev.dbos.transact.txstep.JdbcStepFactory;
import dev.dbos.transact.workflow.Workflow;
import io.onlyonce.benchmarks.design.Business;
import io.onlyonce.benchmarks.design.Design;
import io.onlyonce.benchmarks.design.Node;
import io.onlyonce.benchmarks.design.Payment;
import java.sql.Connection;
import java.util.UUID;

/** DBOS Transact: the key is a workflow's id, and the workflow has one transactional step, which pays. */
final class DbosTransact implements Design {
    private final HikariDataSource records;
    private final DBOS dbos;
    private final Payments payments;

    DbosTransact(Node node) throws Exception {
        records = CommittingPool.like(node);
        dbos = new DBOS(DBOSConfig.defaults("onlyonce-benchmarks")
                .withDataSource(records)
                .withAppVersion("1")
                .withExecutorId(UUID.randomUUID().toString())); // two nodes may be one process here
        JdbcStepFactory steps = new JdbcStepFactory(dbos, records); // makes its table, and does not commit that itself
        payments = dbos.registerProxy(Payments.class, new InOneStep(steps, node.business()));
        dbos.launch();
    }

    /** What DBOS wraps. */
    interface Payments {
        /** Pays as a workflow, with arguments that are written down. */
        String pay(String key, int account) throws Exception;
    }

    /** The workflow. */
    static final class InOneStep implements Payments {
        private final JdbcStepFactory steps;
        private final Business business;

        InOneStep(JdbcStepFactory steps, Business business) {
            this.steps = steps;
            this.business = business;
        }

        @Override
        @Workflow
        public String pay(String key, int account) throws Exception {
            return steps.txStep(
                    (Connection connection) -> business.pay(connection, new Payment(UUID.fromString(key), account)),
                    "pay");
        }
    }

    @Override
    public String pay(Payment payment) throws Exception {
        String key = payment.key().toString();
        return dbos.startWorkflow(() -> payments.pay(key, payment.account()), new StartWorkflowOptions(key))
                .getResult();
    }

    @Override
    public void close() {
        dbos.shutdown();
        records.close();
    }
}
