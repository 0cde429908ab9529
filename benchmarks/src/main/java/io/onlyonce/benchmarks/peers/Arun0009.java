package io.onlyonce.benchmarks.peers;

import com.zaxxer.hikari.HikariDataSource;
import io.github.arun0009.idempotent.core.annotation.Idempotent;
import io.github.arun0009.idempotent.core.aspect.IdempotentAspect;
import io.onlyonce.benchmarks.design.Design;
import io.onlyonce.benchmarks.design.Node;
import io.onlyonce.benchmarks.design.Payment;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;

/** Idempotent by arun0009: an aspect around the method that pays. It reads, claims, pays and completes, in a transaction each. */
final class Arun0009 implements Design {
    private final HikariDataSource records;
    private final AnnotationConfigApplicationContext context = new AnnotationConfigApplicationContext();
    private final Payments payments;

    Arun0009(Node node) {
        records = CommittingPool.like(node);
        context.register(Aspects.class);
        context.registerBean(IdempotentAspect.class, () -> new IdempotentAspect(new SqlStore(records)));
        context.registerBean(Payments.class, () -> new Payments(node));
        context.refresh();
        payments = context.getBean(Payments.class);
    }

    /** The service of an application; Spring makes a subclass of it. */
    static class Payments {
        private final Node node;

        Payments(Node node) {
            this.node = node;
        }

        @Idempotent(key = "#payment.key()", ttlInSeconds = 86_400)
        public String pay(Payment payment) throws Exception {
            return node.pay(payment);
        }
    }

    @Override
    public String pay(Payment payment) throws Exception {
        return payments.pay(payment);
    }

    @Override
    public void close() {
        context.close();
        records.close();
    }
}
