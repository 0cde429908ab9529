package io.onlyonce.spring.autoconfigure;

import io.onlyonce.OnlyOnce;
import io.onlyonce.callback.CallbackEvents;
import io.onlyonce.callback.CallbackLog;
import io.onlyonce.callback.CallbackPipeline;
import io.onlyonce.callback.CallbackPipeline.Handling;
import io.onlyonce.callback.CallbackPipeline.Terms;
import io.onlyonce.callback.CallbackVerifier;
import io.onlyonce.callback.CallbackWorker;
import io.onlyonce.callback.PaymentBook;
import io.onlyonce.callback.servlet.CallbackServlet;
import io.onlyonce.inbox.InboxStore;
import io.onlyonce.inbox.InboxWorker;
import io.onlyonce.spring.OnlyOnceProperties;
import io.onlyonce.transaction.TransactionRunner;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.boot.web.servlet.ServletRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Payment callbacks, where the application has books: a pipeline over all verifiers, its servlet, and the worker for what waits. */
@AutoConfiguration(after = OnlyOnceAutoConfiguration.class)
@ConditionalOnClass(CallbackPipeline.class)
@ConditionalOnBean({PaymentBook.class, InboxStore.class, OnlyOnce.class})
public class OnlyOnceCallbackAutoConfiguration {
    private static final int BATCH = 100;

    @Bean
    @ConditionalOnMissingBean(CallbackEvents.class)
    CallbackLog onlyOnceCallbackLog() {
        return new CallbackLog();
    }

    @Bean
    @ConditionalOnMissingBean
    CallbackPipeline onlyOnceCallbackPipeline(
            ObjectProvider<CallbackVerifier> verifiers,
            @Qualifier("onlyOnce") OnlyOnce onlyOnce,
            TransactionRunner transactions,
            PaymentBook book,
            InboxStore inbox,
            CallbackEvents events,
            OnlyOnceProperties properties) {
        return new CallbackPipeline(
                verifiers.orderedStream().toList(),
                onlyOnce,
                transactions,
                book,
                inbox,
                events,
                terms(properties.callback()));
    }

    private static Terms terms(OnlyOnceProperties.Callback callback) {
        return new Terms(
                callback.later() ? Handling.LATER : Handling.AT_ONCE, callback.firstDelay(), callback.retention());
    }

    @Bean
    @ConditionalOnMissingBean
    CallbackWorker onlyOnceCallbackWorker(
            CallbackPipeline pipeline,
            InboxStore inbox,
            TransactionRunner transactions,
            OnlyOnceProperties properties) {
        return new CallbackWorker(pipeline, inbox, transactions, workerTerms(properties.callback()));
    }

    private static InboxWorker.Terms workerTerms(OnlyOnceProperties.Callback callback) {
        return new InboxWorker.Terms(callback.maxTries(), callback.firstDelay(), callback.longestDelay(), BATCH);
    }

    @Bean
    CallbackSchedule onlyOnceCallbackSchedule(CallbackWorker worker, OnlyOnceProperties properties) {
        return new CallbackSchedule(worker, properties.callback().workEvery());
    }

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnWebApplication(type = ConditionalOnWebApplication.Type.SERVLET)
    static class Web {
        @Bean
        @ConditionalOnMissingBean(name = "onlyOnceCallbackServlet")
        ServletRegistrationBean<CallbackServlet> onlyOnceCallbackServlet(
                CallbackPipeline pipeline, OnlyOnceProperties properties) {
            ServletRegistrationBean<CallbackServlet> servlet = new ServletRegistrationBean<>(
                    new CallbackServlet(pipeline), properties.callback().path() + "/*");
            servlet.setName("onlyOnceCallbacks");
            return servlet;
        }
    }
}
