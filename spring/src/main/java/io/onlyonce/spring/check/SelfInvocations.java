package io.onlyonce.spring.check;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.springframework.asm.ClassReader;
import org.springframework.asm.Type;
import org.springframework.core.BridgeMethodResolver;
import org.springframework.util.ClassUtils;
import org.springframework.util.ReflectionUtils;

/**
 * Looks in the byte code of a class, its superclasses and its local classes for direct calls of one of its own methods: they pass the proxy by. A method that
 * gets hold of another object of its own kind (out of a field, a parameter, a cast, another method) is left alone, since that may be the proxy, injected or
 * looked up to make just this call right.
 */
final class SelfInvocations {
    private SelfInvocations() {}

    /** The name of a method that calls the other one on {@code this}, if there is one. */
    static Optional<String> of(Method method, Class<?> type) {
        SelfInvocationFinder finder =
                new SelfInvocationFinder(ownNames(method, type), method.getName(), descriptors(method, type));
        for (Class<?> place : hierarchy(type)) {
            Stream.concat(Stream.of(place), localClasses(place)).forEach(member -> read(member, finder));
        }
        return finder.caller();
    }

    private static List<Class<?>> hierarchy(Class<?> type) {
        List<Class<?>> classes = new ArrayList<>();
        for (Class<?> parent = type; parent != null && parent != Object.class; parent = parent.getSuperclass()) {
            classes.add(parent);
        }
        return classes;
    }

    /** Under these names of classes and interfaces the byte code can call the method. */
    private static Set<String> ownNames(Method method, Class<?> type) {
        return Stream.concat(hierarchy(type).stream(), ClassUtils.getAllInterfacesForClassAsSet(type).stream())
                .filter(own -> has(own, method))
                .map(Type::getInternalName)
                .collect(Collectors.toSet());
    }

    private static boolean has(Class<?> type, Method method) {
        return Stream.concat(
                        Arrays.stream(type.getMethods()), Arrays.stream(ReflectionUtils.getAllDeclaredMethods(type)))
                .anyMatch(other -> other.getName().equals(method.getName())
                        && other.getParameterCount() == method.getParameterCount());
    }

    /** The method's own, and those of its bridges. */
    private static Set<String> descriptors(Method method, Class<?> type) {
        Stream<Method> bridges = Arrays.stream(type.getMethods())
                .filter(other -> other.isBridge()
                        && BridgeMethodResolver.findBridgedMethod(other).equals(method));
        return Stream.concat(Stream.of(method), bridges)
                .map(Type::getMethodDescriptor)
                .collect(Collectors.toSet());
    }

    private static Stream<Class<?>> localClasses(Class<?> type) {
        return Arrays.stream(type.getNestMembers())
                .filter(member -> member.isAnonymousClass() || member.isLocalClass())
                .filter(member -> member.getName().startsWith(type.getName() + "$"));
    }

    private static void read(Class<?> type, SelfInvocationFinder finder) {
        try (InputStream bytes = type.getResourceAsStream(ClassUtils.getClassFileName(type))) {
            if (bytes != null) { // else generated at run time: there is no source that could call it
                new ClassReader(bytes).accept(finder, ClassReader.SKIP_DEBUG | ClassReader.SKIP_FRAMES);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
