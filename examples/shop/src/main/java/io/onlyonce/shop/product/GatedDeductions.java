package io.onlyonce.shop.product;

import io.onlyonce.Backstop;
import io.onlyonce.WhenAbandoned;
import io.onlyonce.WhenAbandoned.Resolution;
import io.onlyonce.http.RecordedResponse;
import io.onlyonce.jdbc.guard.UniqueKey;
import io.onlyonce.redis.RedisAccess;
import io.onlyonce.redis.RedisStockGate;
import io.onlyonce.spring.OnlyOnceProperties;
import io.onlyonce.spring.web.Rebuilt;
import javax.sql.DataSource;
import org.springframework.boot.sql.init.dependency.DependsOnDatabaseInitialization;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Profile;
import org.springframework.http.HttpStatus;
import tools.jackson.databind.json.JsonMapper;

/**
 * Deductions whose records are kept in Redis, which may lose them. So a deduction has the attempt's reference as its number, and the table's unique key refuses a
 * second one; whoever meets it, or takes a lost claim over, gets the answer that the first caller got.
 */
@Configuration(proxyBeanMethods = false)
@Profile("redis")
class GatedDeductions {
    @Bean
    RedisStockGate stockGate(RedisAccess redis, OnlyOnceProperties properties) {
        String prefix = properties.redis().prefix();
        return new RedisStockGate(redis, prefix == null ? "onlyonce:shop:" : prefix);
    }

    @Bean
    @DependsOnDatabaseInitialization
    Backstop oneDeduction(DataSource dataSource) {
        return UniqueKey.existing(dataSource, "stock_deduction", "deduction_no");
    }

    /** The unique key lets one of two attempts in, so "not there" is safe although the lost one may still come. */
    @Bean
    WhenAbandoned.Resolver<RecordedResponse> deductionFound(Stock stock, JsonMapper json) {
        return lost -> stock.find(lost.reference())
                .<Resolution<RecordedResponse>>map(found ->
                        new Resolution.Done<>(Rebuilt.json(HttpStatus.CREATED, new Remaining(found.remaining()), json)))
                .orElseGet(Resolution.NotDone::new);
    }
}
