package io.onlyonce.spring.web;

import io.onlyonce.spring.Idempotent;
import io.onlyonce.spring.support.Effects;
import jakarta.validation.Valid;
import jakarta.validation.constraints.Positive;
import java.net.URI;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.springframework.http.HttpStatus;
import org.springframework.http.ProblemDetail;
import org.springframework.http.ResponseEntity;
import org.springframework.transaction.annotation.Transactional;
import org.springframework.transaction.interceptor.TransactionAspectSupport;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.bind.annotation.RestControllerAdvice;

/** Protected and unprotected handlers. The number of an order is also the key that the tests send, and the name of its effect. */
final class Things {
    private Things() {}

    record NewOrder(String no, @Positive int amount) {}

    record Order(UUID id, String no, int amount) {}

    static class RefusedException extends RuntimeException {
        private static final long serialVersionUID = 1L;

        RefusedException() {
            super("out of stock");
        }
    }

    /** What the handlers write through. */
    static class Service {
        private final Effects effects;
        private final ConcurrentMap<String, AtomicInteger> asked = new ConcurrentHashMap<>();

        Service(Effects effects) {
            this.effects = effects;
        }

        @Transactional
        public Order create(NewOrder order) {
            effects.write(order.no());
            return new Order(UUID.randomUUID(), order.no(), order.amount());
        }

        @Transactional
        public void refuse(NewOrder order) {
            effects.write(order.no());
            throw new RefusedException();
        }

        @Transactional
        public void fail(NewOrder order) {
            effects.write(order.no());
            if (effects.runs(order.no()) == 1) {
                throw new IllegalStateException("the first time it fails");
            }
        }

        /** Refuses what is there already, and breaks when it is asked once more. */
        @Transactional
        public Order createNew(NewOrder order) {
            int time = asked.computeIfAbsent(order.no(), any -> new AtomicInteger())
                    .incrementAndGet();
            Integer there = effects.jdbc()
                    .queryForObject("SELECT COUNT(*) FROM effect WHERE name = ?", Integer.class, order.no());
            if (there != null && there > 0) {
                throw time == 2 ? new RefusedException() : new IllegalStateException("it is there already");
            }
            return create(order);
        }

        @Transactional
        public void markRollbackOnly(NewOrder order) {
            effects.write(order.no());
            TransactionAspectSupport.currentTransactionStatus().setRollbackOnly();
        }
    }

    @RestController
    @RequestMapping("/api/v1")
    static class Controller {
        private final Service service;

        Controller(Service service) {
            this.service = service;
        }

        @PostMapping(path = "/orders", consumes = "application/json")
        @Idempotent
        public ResponseEntity<Order> create(@RequestBody @Valid NewOrder order) {
            Order created = service.create(order);
            return ResponseEntity.created(URI.create("/api/v1/orders/" + created.id()))
                    .header("X-Not-Kept", "1")
                    .body(created);
        }

        @PostMapping("/orders/{id}/refunds")
        @Idempotent
        public Order refund(@PathVariable String id, @RequestBody NewOrder order) {
            return service.create(order);
        }

        @PostMapping({"/a/{id}", "/b/{id}"})
        @Idempotent
        public Order severalPaths(@PathVariable String id, @RequestBody NewOrder order) {
            return service.create(order);
        }

        @PostMapping("/things/{id}")
        @Idempotent
        public Order thing(@PathVariable String id, @RequestBody NewOrder order) {
            return service.create(order);
        }

        @PostMapping("/things/special")
        public String special() {
            return "special " + UUID.randomUUID();
        }

        @RequestMapping("/any")
        @Idempotent
        public String anyMethod() {
            return UUID.randomUUID().toString();
        }

        @PostMapping("/refused")
        @Idempotent
        public Order refused(@RequestBody NewOrder order) {
            service.refuse(order);
            throw new AssertionError("never");
        }

        @PostMapping("/fails-first")
        @Idempotent
        public Order failsFirst(@RequestBody NewOrder order) {
            service.fail(order);
            return new Order(UUID.randomUUID(), order.no(), order.amount());
        }

        @PostMapping("/told-first")
        @Idempotent
        public Order toldFirst(@RequestBody NewOrder order) {
            try {
                service.fail(order);
            } catch (IllegalStateException e) {
                throw new UnsupportedOperationException(e); // told as 500 by the advice
            }
            return new Order(UUID.randomUUID(), order.no(), order.amount());
        }

        /** Its second run fails, because the first one has changed the data. */
        @PostMapping("/at-end")
        @Idempotent(recorded = Idempotent.Recorded.AT_END)
        public Order atEnd(@RequestBody NewOrder order) {
            return service.createNew(order);
        }

        @PostMapping("/rollback-only")
        @Idempotent
        public Order rollbackOnly(@RequestBody NewOrder order) {
            service.markRollbackOnly(order);
            return new Order(UUID.randomUUID(), order.no(), order.amount());
        }

        @PostMapping("/declares-the-header")
        @Idempotent
        public String declaresTheHeader(@RequestHeader("Idempotency-Key") String key) {
            return key;
        }

        @PostMapping("/unprotected")
        public Order unprotected(@RequestBody NewOrder order) {
            return new Order(UUID.randomUUID(), order.no(), order.amount());
        }
    }

    /** Turns exceptions into answers; the transactions that they went through are marked rollback-only by then. */
    @RestControllerAdvice
    static class Advice {
        @ExceptionHandler
        ProblemDetail refused(RefusedException e) {
            return ProblemDetail.forStatusAndDetail(HttpStatus.CONFLICT, e.getMessage());
        }

        @ExceptionHandler
        ProblemDetail failed(UnsupportedOperationException e) {
            return ProblemDetail.forStatusAndDetail(HttpStatus.INTERNAL_SERVER_ERROR, "it failed");
        }
    }
}
