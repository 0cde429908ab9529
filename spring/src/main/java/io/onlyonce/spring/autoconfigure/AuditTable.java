package io.onlyonce.spring.autoconfigure;

import io.onlyonce.audit.AuditStore;
import io.onlyonce.audit.AuditTrail;
import io.onlyonce.spring.OnlyOnceProperties;
import java.time.InstantSource;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnSingleCandidate;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Writes decisions to the audit table as well as to the audit log. */
@Configuration(proxyBeanMethods = false)
@ConditionalOnProperty("onlyonce.audit.enabled")
class AuditTable {
    @Bean
    @ConditionalOnSingleCandidate(AuditStore.class)
    @ConditionalOnMissingBean
    AuditTrail onlyOnceAuditTrail(AuditStore store, OnlyOnceProperties properties) {
        return new AuditTrail(store, InstantSource.system(), properties.audit().queue());
    }
}
