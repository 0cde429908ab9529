package io.onlyonce.shop.payment;

import io.onlyonce.Backstop;
import io.onlyonce.WhenAbandoned;
import io.onlyonce.WhenAbandoned.Resolution;
import io.onlyonce.http.RecordedResponse;
import io.onlyonce.jdbc.guard.UniqueKey;
import io.onlyonce.shop.payment.PaymentGateway.NoAnswerException;
import io.onlyonce.spring.web.Rebuilt;
import javax.sql.DataSource;
import org.springframework.boot.sql.init.dependency.DependsOnDatabaseInitialization;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.http.HttpStatus;
import tools.jackson.databind.json.JsonMapper;

/** What stands behind a checkout's record: the number of its payment, and the gateway that knows whether it was opened. */
@Configuration(proxyBeanMethods = false)
class CheckoutLayers {
    @Bean
    @DependsOnDatabaseInitialization
    Backstop oneCheckout(DataSource dataSource) {
        return UniqueKey.existing(dataSource, "checkout", "payment_no");
    }

    /** A payment that was opened is the answer; one that was not is opened under the same reference. */
    @Bean
    WhenAbandoned.Resolver<RecordedResponse> checkoutFound(Checkouts checkouts, JsonMapper json) {
        return lost -> {
            try {
                return checkouts
                        .opened(lost)
                        .<Resolution<RecordedResponse>>map(
                                opened -> new Resolution.Done<>(Rebuilt.json(HttpStatus.OK, opened, json)))
                        .orElseGet(Resolution.NotDone::new);
            } catch (NoAnswerException e) {
                return new Resolution.Unknown<>();
            }
        };
    }
}
