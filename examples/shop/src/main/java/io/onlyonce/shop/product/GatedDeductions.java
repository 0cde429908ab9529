package io.onlyonce.shop.product;

import io.onlyonce.Attempt;
import io.onlyonce.Guarantee.Leased;
import io.onlyonce.WhenAbandoned;
import io.onlyonce.WhenAbandoned.Resolution;
import io.onlyonce.http.ProtectedEndpoint;
import io.onlyonce.http.RecordedResponse;
import io.onlyonce.http.StatusPolicy;
import io.onlyonce.jdbc.guard.UniqueKey;
import io.onlyonce.redis.RedisAccess;
import io.onlyonce.redis.RedisStockGate;
import io.onlyonce.shop.leased.JsonAnswer;
import io.onlyonce.shop.leased.LeasedEndpoint;
import io.onlyonce.spring.Idempotent.StoreDown;
import io.onlyonce.spring.OnlyOnceProperties;
import javax.sql.DataSource;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.sql.init.dependency.DependsOnDatabaseInitialization;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Profile;
import org.springframework.scheduling.annotation.EnableScheduling;
import tools.jackson.databind.json.JsonMapper;

/**
 * Deductions whose records are kept in Redis, which may lose them. So a deduction has the attempt's reference as its number, and the table's unique key refuses a
 * second one; whoever meets it, or takes a lost claim over, gets the answer that the first caller got.
 */
@Configuration(proxyBeanMethods = false)
@Profile("redis")
@EnableScheduling
class GatedDeductions {
    @Bean
    RedisStockGate stockGate(RedisAccess redis, OnlyOnceProperties properties) {
        String prefix = properties.redis().prefix();
        return new RedisStockGate(redis, prefix == null ? "onlyonce:shop:" : prefix);
    }

    @Bean
    @DependsOnDatabaseInitialization
    LeasedEndpoint gatedDeduction(
            DataSource dataSource,
            Stock stock,
            JsonMapper json,
            OnlyOnceProperties properties,
            @Value("${shop.deductions.when-store-down:closed}") StoreDown whenStoreDown) {
        Leased<RecordedResponse> leased = Leased.<RecordedResponse>of(properties.lease())
                .whenAbandoned(new WhenAbandoned.Resolve<>(lost -> answerOf(stock, json, lost)))
                .backedBy(UniqueKey.existing(dataSource, "stock_deduction", "deduction_no"));
        return new LeasedEndpoint(
                "POST",
                "/api/stock/{sku}/deductions",
                ProtectedEndpoint.operation("deduct-stock", StatusPolicy.remembering(409))
                        .guarantee(whenStoreDown == StoreDown.OPEN ? leased.open() : leased));
    }

    /** The unique key lets one of two attempts in, so "not there" is safe although the lost one may still come. */
    private static Resolution<RecordedResponse> answerOf(Stock stock, JsonMapper json, Attempt lost) {
        return stock.find(lost.reference())
                .<Resolution<RecordedResponse>>map(
                        found -> new Resolution.Done<>(JsonAnswer.of(json, 201, new Remaining(found.remaining()))))
                .orElseGet(Resolution.NotDone::new);
    }
}
