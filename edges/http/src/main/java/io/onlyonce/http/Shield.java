package io.onlyonce.http;

import jakarta.servlet.ServletResponse;
import jakarta.servlet.ServletResponseWrapper;
import jakarta.servlet.http.HttpServletResponse;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;

/**
 * Stands between a recorder and Tomcat's answer. When a handler forwards, Tomcat (since 11) looks through all wrappers for its own answer and finishes it,
 * empty, before the transaction has committed; what is no wrapper ends that search. Jetty, on the other hand, must find its own answer for an include, and
 * finishes none that is not its own; so there, and elsewhere, nothing stands in between.
 */
final class Shield {
    private static final String TOMCAT = "org.apache.catalina.";

    private Shield() {}

    static HttpServletResponse over(HttpServletResponse real) {
        return innermost(real).getClass().getName().startsWith(TOMCAT) ? shielded(real) : real;
    }

    private static ServletResponse innermost(ServletResponse response) {
        ServletResponse inner = response;
        while (inner instanceof ServletResponseWrapper wrapper) {
            inner = wrapper.getResponse();
        }
        return inner;
    }

    private static HttpServletResponse shielded(HttpServletResponse real) {
        return (HttpServletResponse) Proxy.newProxyInstance(
                Shield.class.getClassLoader(),
                new Class<?>[] {HttpServletResponse.class},
                (proxy, method, arguments) -> {
                    try {
                        return method.invoke(real, arguments);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
    }
}
