package io.onlyonce.spring.method;

import io.onlyonce.spring.messaging.Listeners;
import java.lang.reflect.Method;
import org.springframework.aop.support.AopUtils;
import org.springframework.aop.support.DefaultPointcutAdvisor;
import org.springframework.aop.support.StaticMethodMatcherPointcut;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.core.Ordered;

/**
 * Puts OnlyOnce around annotated bean methods, outside of the transaction advice: the record's transaction is opened here, and the method's own
 * {@code @Transactional} joins it.
 */
public final class IdempotentAdvisor extends DefaultPointcutAdvisor {
    private static final long serialVersionUID = 1L;

    /** Before the transaction advice, whose order is {@link Ordered#LOWEST_PRECEDENCE} unless the application says otherwise. */
    public static final int ORDER = Ordered.LOWEST_PRECEDENCE - 100;

    public IdempotentAdvisor(ObjectProvider<IdempotentMethods> methods) {
        super(new AnnotatedMethods(), new IdempotentInterceptor(methods));
        setOrder(ORDER);
    }

    private static final class AnnotatedMethods extends StaticMethodMatcherPointcut {
        @Override
        public boolean matches(Method method, Class<?> targetClass) {
            Method specific = AopUtils.getMostSpecificMethod(method, targetClass);
            return IdempotentMethods.annotationOf(specific) != null
                    && !IdempotentMethods.isHandler(targetClass, specific)
                    && !Listeners.isListener(specific);
        }
    }
}
