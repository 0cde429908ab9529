package io.onlyonce.guide;

import io.onlyonce.OnlyOnce;
import io.onlyonce.Scope;
import io.onlyonce.http.AnonymousCallerException;
import io.onlyonce.http.ScopeResolver;
import java.security.Principal;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

@Configuration
class GuideConfiguration {
    record TenantPrincipal(String tenant, String name) implements Principal {
        @Override
        public String getName() {
            return name;
        }
    }

    @Bean
    ScopeResolver tenantAndPrincipal() {
        return request -> {
            if (!(request.getUserPrincipal() instanceof TenantPrincipal caller)) {
                throw new AnonymousCallerException("Bearer");
            }
            return Scope.of(caller.tenant(), caller.name());
        };
    }

    @Bean
    Charges charges(@Qualifier("leasedOnlyOnce") OnlyOnce leased, CardGateway gateway) {
        return new Charges(leased, gateway);
    }
}
