package io.onlyonce.json;

import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The well-known types that Jackson would take, or fail at in its own words, although they don't come back as they were; and what to do instead. */
final class Unkeepable {
    private static final String LATER =
            "Guard the method that does the work and returns its value, not the one that promises it.";
    private static final String ONCE =
            "It can be read only once. Return its content, for example as byte[], String or List.";
    private static final String WEB = "Return the body's type; status and headers are recorded by the HTTP edge.";
    private static final String VAGUE = "It does not say what comes back. Declare the type that is really returned.";
    private static final String PAIR = "Its key would become a member's name. Declare a record with two components.";
    private static final String INSTANT = "It loses nanoseconds or its zone. Use a type of java.time.";
    private static final String PLACE = "It hangs on the machine that reads it. Return a String or a URI.";
    private static final String PROGRAM =
            "It is a part of the running program, not a value. Return what is known about it, for example as a record.";
    private static final String TREE =
            "Its numbers come back as other node classes. Declare a record, or return the JSON as a String.";

    /** These and all their subtypes, by name, so that none of them needs to be on the class path. */
    private static final Map<String, String> FAMILIES = Map.ofEntries(
            Map.entry("java.util.concurrent.Future", LATER),
            Map.entry("java.util.concurrent.CompletionStage", LATER),
            Map.entry("java.util.concurrent.Callable", LATER),
            Map.entry("java.util.concurrent.Flow$Publisher", LATER),
            Map.entry("java.util.function.Supplier", LATER),
            Map.entry("java.lang.Runnable", LATER),
            Map.entry("org.reactivestreams.Publisher", LATER),
            Map.entry("org.springframework.web.context.request.async.DeferredResult", LATER),
            Map.entry("org.springframework.web.context.request.async.WebAsyncTask", LATER),
            Map.entry("org.springframework.web.servlet.mvc.method.annotation.ResponseBodyEmitter", LATER),
            Map.entry("org.springframework.web.servlet.mvc.method.annotation.StreamingResponseBody", LATER),
            Map.entry("java.lang.AutoCloseable", ONCE),
            Map.entry("java.util.Iterator", ONCE),
            Map.entry("java.util.Enumeration", ONCE),
            Map.entry("java.util.Spliterator", ONCE),
            Map.entry("java.nio.Buffer", ONCE),
            Map.entry("org.springframework.core.io.InputStreamSource", ONCE),
            Map.entry("org.springframework.http.HttpEntity", WEB),
            Map.entry("org.springframework.web.servlet.ModelAndView", WEB),
            Map.entry("org.springframework.ui.Model", WEB),
            Map.entry("jakarta.ws.rs.core.Response", WEB),
            Map.entry("jakarta.servlet.ServletRequest", WEB),
            Map.entry("jakarta.servlet.ServletResponse", WEB),
            Map.entry("java.util.Map$Entry", PAIR),
            Map.entry("java.util.Calendar", INSTANT),
            Map.entry("java.sql.Timestamp", INSTANT),
            Map.entry("java.sql.Date", INSTANT),
            Map.entry("java.sql.Time", INSTANT),
            Map.entry("java.io.File", PLACE),
            Map.entry("java.nio.file.Path", PLACE),
            Map.entry("java.net.InetAddress", PLACE),
            Map.entry("java.net.InetSocketAddress", PLACE),
            Map.entry("java.lang.reflect.Type", PROGRAM),
            Map.entry("java.lang.ClassLoader", PROGRAM),
            Map.entry("java.lang.Thread", PROGRAM),
            Map.entry("java.lang.Throwable", PROGRAM),
            Map.entry("tools.jackson.core.TreeNode", TREE),
            Map.entry("com.fasterxml.jackson.core.TreeNode", TREE));

    /** These alone: their subtypes may well be kept. */
    private static final Map<Class<?>, String> ALONE = Map.of(
            Object.class, "A raw type, a wildcard or a type variable is no better than Object. " + VAGUE,
            Number.class, VAGUE,
            CharSequence.class, VAGUE,
            Comparable.class, VAGUE,
            java.io.Serializable.class, VAGUE,
            Iterable.class, VAGUE);

    /** What to do instead, if the class is one of these. */
    static Optional<String> remedy(Class<?> type) {
        String alone = ALONE.get(type);
        if (alone != null) {
            return Optional.of(alone);
        }
        Set<Class<?>> family = new HashSet<>();
        collect(type, family);
        return family.stream()
                .map(member -> FAMILIES.get(member.getName()))
                .filter(remedy -> remedy != null)
                .sorted()
                .findFirst();
    }

    private static void collect(Class<?> type, Set<Class<?>> family) {
        if (family.add(type)) {
            for (Class<?> parent : type.getInterfaces()) {
                collect(parent, family);
            }
            if (type.getSuperclass() != null) {
                collect(type.getSuperclass(), family);
            }
        }
    }

    private Unkeepable() {}
}
