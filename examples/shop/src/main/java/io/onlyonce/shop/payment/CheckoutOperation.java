package io.onlyonce.shop.payment;

import io.onlyonce.Attempt;
import io.onlyonce.Guarantee.Leased;
import io.onlyonce.WhenAbandoned;
import io.onlyonce.WhenAbandoned.Resolution;
import io.onlyonce.http.ProtectedEndpoint;
import io.onlyonce.http.RecordedResponse;
import io.onlyonce.http.StatusPolicy;
import io.onlyonce.jdbc.guard.UniqueKey;
import io.onlyonce.shop.leased.JsonAnswer;
import io.onlyonce.shop.leased.LeasedEndpoint;
import io.onlyonce.shop.payment.PaymentGateway.NoAnswerException;
import io.onlyonce.spring.OnlyOnceProperties;
import javax.sql.DataSource;
import org.springframework.boot.sql.init.dependency.DependsOnDatabaseInitialization;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import tools.jackson.databind.json.JsonMapper;

/**
 * A checkout reaches beyond the database, so it is leased. What a lost attempt came to is asked of the gateway, by the reference that the attempt gave it: a payment
 * that was opened is the answer, one that was not is opened under the same reference. Remembered besides success: 409.
 */
@Configuration(proxyBeanMethods = false)
class CheckoutOperation {
    @Bean
    @DependsOnDatabaseInitialization
    LeasedEndpoint checkout(
            DataSource dataSource, Checkouts checkouts, JsonMapper json, OnlyOnceProperties properties) {
        return new LeasedEndpoint(
                "POST",
                "/api/orders/{orderId}/checkout",
                ProtectedEndpoint.operation("checkout", StatusPolicy.remembering(409))
                        .guarantee(Leased.<RecordedResponse>of(properties.lease())
                                .whenAbandoned(new WhenAbandoned.Resolve<>(lost -> becameOf(checkouts, json, lost)))
                                .backedBy(UniqueKey.existing(dataSource, "checkout", "payment_no"))));
    }

    private static Resolution<RecordedResponse> becameOf(Checkouts checkouts, JsonMapper json, Attempt lost) {
        try {
            return checkouts
                    .opened(lost)
                    .<Resolution<RecordedResponse>>map(
                            opened -> new Resolution.Done<>(JsonAnswer.of(json, 200, opened)))
                    .orElseGet(Resolution.NotDone::new);
        } catch (NoAnswerException e) {
            return new Resolution.Unknown<>();
        }
    }
}
