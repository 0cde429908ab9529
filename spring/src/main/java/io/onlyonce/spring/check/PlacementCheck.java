package io.onlyonce.spring.check;

import io.onlyonce.error.MisuseException;
import io.onlyonce.spring.Idempotent;
import io.onlyonce.spring.SpringTexts;
import io.onlyonce.spring.messaging.Listeners;
import io.onlyonce.spring.method.IdempotentAdvisor;
import io.onlyonce.spring.method.IdempotentMethods;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.Map;
import java.util.function.Predicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.aop.Advisor;
import org.springframework.aop.framework.Advised;
import org.springframework.aop.framework.AopInfrastructureBean;
import org.springframework.aop.framework.autoproxy.AutoProxyUtils;
import org.springframework.aop.support.AopUtils;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.core.MethodIntrospector;
import org.springframework.transaction.interceptor.TransactionInterceptor;
import org.springframework.util.ClassUtils;

/** Finds every annotated bean method at start-up and refuses those that a proxy would silently not protect. */
public final class PlacementCheck implements SmartInitializingSingleton {
    private static final Logger log = LoggerFactory.getLogger(PlacementCheck.class);

    /** The name of the bean that knows the handler methods, where there is one. */
    private static final String HANDLER_ENDPOINTS = "onlyOnceHandlerEndpoints";

    /** The name of the bean that knows the listeners of messages, where there is one. */
    private static final String LISTENERS = "onlyOnceListenerConsumers";

    private final ConfigurableListableBeanFactory beans;
    private final IdempotentMethods methods;
    private final TransactionCheck transactions;

    public PlacementCheck(
            ConfigurableListableBeanFactory beans, IdempotentMethods methods, TransactionCheck transactions) {
        this.beans = beans;
        this.methods = methods;
        this.transactions = transactions;
    }

    @Override
    public void afterSingletonsInstantiated() {
        for (String bean : beans.getBeanDefinitionNames()) {
            Class<?> type = AutoProxyUtils.determineTargetClass(beans, bean);
            if (type != null && !type.getName().startsWith("org.springframework.")) {
                Class<?> userType = ClassUtils.getUserClass(type);
                annotated(userType).forEach((method, annotation) -> check(bean, userType, method, annotation));
            }
        }
    }

    private static Map<Method, Idempotent> annotated(Class<?> type) {
        return MethodIntrospector.selectMethods(
                type, (MethodIntrospector.MetadataLookup<Idempotent>) IdempotentMethods::annotationOf);
    }

    private void check(String bean, Class<?> type, Method method, Idempotent annotation) {
        if (IdempotentMethods.isHandler(type, method)) {
            if (!beans.containsBean(HANDLER_ENDPOINTS)) {
                log.warn(SpringTexts.handlersUnprotected(method));
            }
            return;
        }
        if (Listeners.isListener(method)) {
            if (!beans.containsBean(LISTENERS) || !beans.containsBean(Listeners.protector(method))) {
                throw new MisuseException(SpringTexts.listenerUnprotected(method));
            }
            transactions.check(type, method);
            return;
        }
        Interception.check(type, method);
        if (annotation.guarantee() == Idempotent.Guarantee.TRANSACTIONAL) {
            transactions.check(type, method);
        }
        methods.check(type, method);
        if (beans.isSingleton(bean)) {
            checkProxied(bean, method);
        }
    }

    private void checkProxied(String bean, Method method) {
        Object instance = beans.getBean(bean);
        if (instance instanceof AopInfrastructureBean) {
            return; // stands for a bean of another scope, which has a name and a proxy of its own
        }
        Advisor[] advisors = instance instanceof Advised advised ? advised.getAdvisors() : new Advisor[0];
        int ours = indexOf(advisors, IdempotentAdvisor.class::isInstance);
        boolean reachable = !AopUtils.isJdkDynamicProxy(instance)
                || Arrays.stream(instance.getClass().getInterfaces())
                        .anyMatch(type -> ClassUtils.hasMethod(type, method.getName(), method.getParameterTypes()));
        if (ours < 0 || !reachable) {
            throw new MisuseException(SpringTexts.notProxied(method, bean));
        }
        int transaction = indexOf(advisors, advisor -> advisor.getAdvice() instanceof TransactionInterceptor);
        if (transaction >= 0 && transaction < ours) {
            throw new MisuseException(SpringTexts.insideTransaction(method));
        }
    }

    private static int indexOf(Advisor[] advisors, Predicate<Advisor> wanted) {
        for (int i = 0; i < advisors.length; i++) {
            if (wanted.test(advisors[i])) {
                return i;
            }
        }
        return -1;
    }
}
