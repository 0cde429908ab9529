package io.onlyonce.benchmarks.mvc;

import io.onlyonce.benchmarks.design.Business;
import io.onlyonce.benchmarks.design.Payment;
import io.onlyonce.spring.Idempotent;
import java.sql.SQLException;
import javax.sql.DataSource;
import org.springframework.jdbc.datasource.DataSourceUtils;
import org.springframework.transaction.annotation.Transactional;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RestController;

/** The same payment, unprotected and protected. */
@RestController
class PaymentController {
    private final DataSource dataSource;
    private final Business business;

    PaymentController(DataSource dataSource, Business business) {
        this.dataSource = dataSource;
        this.business = business;
    }

    /** What is told of a payment. */
    record Receipt(String answer) {}

    @PostMapping("/mvc-bare")
    @Transactional
    public Receipt bare(@RequestBody Payment payment) throws SQLException, InterruptedException {
        return pay(payment);
    }

    @PostMapping("/mvc-claim-first")
    @Idempotent
    @Transactional
    public Receipt claimFirst(@RequestBody Payment payment) throws SQLException, InterruptedException {
        return pay(payment);
    }

    @PostMapping("/mvc-at-end")
    @Idempotent(recorded = Idempotent.Recorded.AT_END)
    @Transactional
    public Receipt atEnd(@RequestBody Payment payment) throws SQLException, InterruptedException {
        return pay(payment);
    }

    private Receipt pay(Payment payment) throws SQLException, InterruptedException {
        return new Receipt(business.pay(DataSourceUtils.getConnection(dataSource), payment));
    }
}
