package io.onlyonce.testkit;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.CallableStatement;
import java.sql.PreparedStatement;
import java.sql.Statement;
import org.jspecify.annotations.Nullable;

/** Stands between a program and JDBC. */
final class Proxies {
    private Proxies() {}

    /** A proxy with an identity of its own; all else is the handler's. */
    static <T> T of(Class<T> type, InvocationHandler handler) {
        InvocationHandler withIdentity = (self, method, arguments) -> {
            if (method.getDeclaringClass() == Object.class) {
                return switch (method.getName()) {
                    case "equals" -> arguments != null && self == arguments[0];
                    case "hashCode" -> System.identityHashCode(self);
                    default -> "watched " + type.getSimpleName();
                };
            }
            return handler.invoke(self, method, arguments);
        };
        return type.cast(Proxy.newProxyInstance(Proxies.class.getClassLoader(), new Class<?>[] {type}, withIdentity));
    }

    /** The interface that a statement is used by. */
    static Class<? extends Statement> kindOf(Statement statement) {
        return statement instanceof CallableStatement
                ? CallableStatement.class
                : statement instanceof PreparedStatement ? PreparedStatement.class : Statement.class;
    }

    /** Calls the target, and throws what it throws. */
    static @Nullable Object call(Object target, Method method, Object @Nullable [] arguments) throws Throwable {
        try {
            return method.invoke(target, arguments);
        } catch (InvocationTargetException e) {
            throw e.getTargetException();
        }
    }
}
