package io.onlyonce.spring.web;

import io.onlyonce.error.MisuseException;
import io.onlyonce.spring.SpringTexts;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.boot.web.servlet.AbstractFilterRegistrationBean;

/** Refuses an order of the filter in front of Spring Security's: rights are asked for before every replay. */
public final class FilterOrderCheck implements SmartInitializingSingleton {
    private static final String SECURITY = "securityFilterChainRegistration";

    private final ListableBeanFactory beans;
    private final int order;

    /**
     * @param order of the idempotency filter
     */
    public FilterOrderCheck(ListableBeanFactory beans, int order) {
        this.beans = beans;
        this.order = order;
    }

    @Override
    public void afterSingletonsInstantiated() {
        if (beans.containsBean(SECURITY)
                && beans.getBean(SECURITY) instanceof AbstractFilterRegistrationBean<?> security
                && security.getOrder() >= order) {
            throw new MisuseException(SpringTexts.filterOrder(order, "the security filter chain", security.getOrder()));
        }
    }
}
