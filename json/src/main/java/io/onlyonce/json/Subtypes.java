package io.onlyonce.json;

import com.fasterxml.jackson.annotation.JsonTypeInfo;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.DeserializationConfig;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.JavaType;
import tools.jackson.databind.introspect.Annotated;
import tools.jackson.databind.introspect.AnnotatedClass;
import tools.jackson.databind.introspect.AnnotatedMember;
import tools.jackson.databind.jsontype.NamedType;
import tools.jackson.databind.jsontype.SubtypeResolver;

/** What Jackson's annotations say about the subtypes of a type, and whether they say enough. */
final class Subtypes {
    private static final Answer UNDECLARED = new Answer(false, List.of(), Optional.empty());
    private final DeserializationContext reading;

    /**
     * @param declared whether there is a type id at all
     * @param types the concrete subtypes, without the type itself
     * @param problem why they won't do
     */
    record Answer(boolean declared, List<JavaType> types, Optional<String> problem) {}

    Subtypes(DeserializationContext reading) {
        this.reading = reading;
    }

    /** @param member the property with an annotation of its own, or null for what the type itself says */
    Answer of(JavaType type, @Nullable AnnotatedMember member) {
        DeserializationConfig config = reading.getConfig();
        AnnotatedClass itself = reading.introspectClassAnnotations(type);
        Annotated annotated = member == null ? itself : member;
        JsonTypeInfo.Value info = config.getAnnotationIntrospector().findPolymorphicTypeInfo(config, annotated);
        if (info == null || info.getIdType() == JsonTypeInfo.Id.NONE) {
            return UNDECLARED;
        }
        if (info.getIdType() == JsonTypeInfo.Id.CUSTOM) {
            return new Answer(true, List.of(), Optional.empty());
        }
        SubtypeResolver resolver = config.getSubtypeResolver();
        Collection<NamedType> all = member == null
                ? resolver.collectAndResolveSubtypesByTypeId(config, itself)
                : resolver.collectAndResolveSubtypesByTypeId(config, member, type);
        List<NamedType> concrete = all.stream()
                .filter(named -> type.getRawClass().isAssignableFrom(named.getType()))
                .filter(named -> !reading.constructType(named.getType()).isAbstract())
                .toList();
        List<JavaType> types = concrete.stream()
                .filter(named -> named.getType() != type.getRawClass())
                .map(named -> reading.constructSpecializedType(type, named.getType()))
                .toList();
        return new Answer(true, types, problem(type, info.getIdType(), concrete));
    }

    private static Optional<String> problem(JavaType type, JsonTypeInfo.Id id, List<NamedType> concrete) {
        if (id == JsonTypeInfo.Id.CLASS || id == JsonTypeInfo.Id.MINIMAL_CLASS) {
            return Optional.of(JsonTexts.CLASS_AS_TYPE_ID);
        }
        if (concrete.isEmpty()) {
            return Optional.of(JsonTexts.ABSTRACT);
        }
        Set<Class<?>> missing = new LinkedHashSet<>();
        permitted(type.getRawClass()).forEach(missing::add);
        concrete.forEach(named -> missing.remove(named.getType()));
        if (!missing.isEmpty()) {
            return Optional.of(JsonTexts.undeclaredSubtypes(names(missing.stream())));
        }
        String nameless =
                names(concrete.stream().filter(named -> !named.hasName()).map(NamedType::getType));
        return id == JsonTypeInfo.Id.DEDUCTION || nameless.isEmpty()
                ? Optional.empty()
                : Optional.of(JsonTexts.namelessSubtypes(nameless));
    }

    private static Stream<Class<?>> permitted(Class<?> type) {
        if (type.isSealed()) {
            return Arrays.stream(type.getPermittedSubclasses()).flatMap(Subtypes::permitted);
        }
        return Modifier.isAbstract(type.getModifiers()) ? Stream.empty() : Stream.of(type);
    }

    private static String names(Stream<? extends Class<?>> types) {
        return types.map(Class::getName).sorted().collect(Collectors.joining(", "));
    }
}
