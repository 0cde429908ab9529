package io.onlyonce.json;

import java.lang.reflect.Field;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.AnnotationIntrospector;
import tools.jackson.databind.BeanDescription;
import tools.jackson.databind.DeserializationConfig;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.JavaType;
import tools.jackson.databind.SerializationContext;
import tools.jackson.databind.ValueSerializer;
import tools.jackson.databind.cfg.MapperConfig;
import tools.jackson.databind.deser.ValueInstantiator;
import tools.jackson.databind.deser.bean.BeanDeserializerBase;
import tools.jackson.databind.introspect.AnnotatedField;
import tools.jackson.databind.introspect.AnnotatedMember;
import tools.jackson.databind.introspect.BeanPropertyDefinition;
import tools.jackson.databind.ser.bean.BeanSerializerBase;
import tools.jackson.databind.ser.impl.UnknownSerializer;

/** Whether an object that Jackson takes apart into properties comes back whole: each field written and read, under one name. */
final class BeanCheck {
    private final MapperConfig<?> config;
    private final DeserializationConfig readingConfig;
    private final BeanDescription asWritten;
    private final BeanDescription asRead;
    private final JavaType type;
    private final ValueSerializer<?> writer;
    private final @Nullable BeanDeserializerBase reader;

    /** @param reader null if it can't be built; then only {@link #contents} makes sense */
    BeanCheck(
            SerializationContext writing,
            DeserializationContext reading,
            JavaType type,
            ValueSerializer<?> writer,
            @Nullable BeanDeserializerBase reader) {
        this.config = writing.getConfig();
        this.readingConfig = reading.getConfig();
        this.asWritten = writing.introspectBeanDescription(type);
        this.asRead = reading.introspectBeanDescription(type);
        this.type = type;
        this.writer = writer;
        this.reader = reader;
    }

    /**
     * A type that the object holds.
     *
     * @param member the property, if it says for itself how subtypes are told apart
     */
    record Content(JavaType type, @Nullable AnnotatedMember member, String step) {}

    /** What the object holds. */
    List<Content> contents() {
        if (reader != null && readsOneValue(reader)) {
            ValueInstantiator instantiator = reader.getValueInstantiator();
            return Stream.of(
                            instantiator.getDelegateType(readingConfig),
                            instantiator.getArrayDelegateType(readingConfig))
                    .filter(delegate -> delegate != null)
                    .map(delegate -> new Content(delegate, null, ""))
                    .toList();
        }
        return asRead.findProperties().stream()
                .filter(property -> reader == null || reader.hasProperty(property.getName()) || isUnwrapped(property))
                .filter(property -> !hasOwnReader(property))
                .map(this::content)
                .toList();
    }

    /** Why the object would not come back as it was. */
    Optional<String> problem() {
        if (reader == null) {
            return Optional.empty();
        }
        boolean takenApart = writer instanceof BeanSerializerBase || writer instanceof UnknownSerializer;
        if (readsOneValue(reader)) {
            boolean mismatch = takenApart && readsOnlyScalar(reader);
            return mismatch ? Optional.of(JsonTexts.OBJECT_WITHOUT_CREATOR) : Optional.empty();
        }
        if (!reader.getValueInstantiator().canInstantiate()) {
            return Optional.of(JsonTexts.NO_CREATOR);
        }
        if (!takenApart) {
            boolean jacksons = writer.getClass().getName().startsWith("tools.jackson.databind.");
            return jacksons ? Optional.of(JsonTexts.ONE_VALUE_WITHOUT_CREATOR) : Optional.empty();
        }
        Set<String> written = new LinkedHashSet<>();
        writer.properties().forEachRemaining(property -> written.add(property.getName()));
        Set<String> read = new LinkedHashSet<>();
        reader.properties().forEachRemaining(property -> read.add(property.getName()));
        Optional<String> lost = Fields.of(type.getRawClass())
                .flatMap(field -> lost(field, written, read).stream())
                .findFirst();
        return lost.or(() -> read.stream()
                .filter(name -> !written.contains(name))
                .findFirst()
                .map(JsonTexts::readNotWritten));
    }

    private Optional<String> lost(Field field, Set<String> written, Set<String> read) {
        if (isLeftOut(field)) {
            return Optional.empty();
        }
        Optional<BeanPropertyDefinition> property = asWritten.findProperties().stream()
                .filter(candidate -> candidate.getInternalName().equals(field.getName()) || isOf(candidate, field))
                .findFirst();
        if (property.isEmpty()) {
            return Optional.of(JsonTexts.notWritten(field));
        }
        if (isUnwrapped(property.get()) || property.get().findReferenceType() != null) {
            return Optional.empty();
        }
        String name = property.get().getName();
        if (!written.contains(name)) {
            return Optional.of(JsonTexts.notWritten(field));
        }
        return read.contains(name) ? Optional.empty() : Optional.of(JsonTexts.writtenNotRead(field));
    }

    private Content content(BeanPropertyDefinition property) {
        AnnotatedMember member = property.getPrimaryMember();
        JavaType content = property.getPrimaryType();
        boolean ownTypeId = member != null && introspector().findPolymorphicTypeInfo(readingConfig, member) != null;
        if (ownTypeId && content.getContentType() != null) {
            content = content.getContentType();
        }
        return new Content(content, ownTypeId ? member : null, "." + property.getName());
    }

    private boolean hasOwnReader(BeanPropertyDefinition property) {
        AnnotatedMember member = property.getPrimaryMember();
        return member != null
                && (introspector().findDeserializer(readingConfig, member) != null
                        || introspector().findDeserializationConverter(readingConfig, member) != null);
    }

    private boolean isUnwrapped(BeanPropertyDefinition property) {
        AnnotatedMember member = property.getPrimaryMember();
        return member != null && introspector().findUnwrappingNameTransformer(config, member) != null;
    }

    // By annotation: the class itself says that the field is no part of the value.
    private boolean isLeftOut(Field field) {
        Set<String> names = new HashSet<>(asRead.getIgnoredPropertyNames());
        names.retainAll(asWritten.getIgnoredPropertyNames());
        names.addAll(introspector()
                .findPropertyIgnoralByName(config, asWritten.getClassInfo())
                .getIgnored());
        Stream<AnnotatedField> fields =
                StreamSupport.stream(asWritten.getClassInfo().fields().spliterator(), false);
        return names.contains(field.getName())
                || fields.anyMatch(candidate ->
                        candidate.getAnnotated().equals(field) && introspector().hasIgnoreMarker(config, candidate));
    }

    private static boolean isOf(BeanPropertyDefinition property, Field field) {
        return property.getField() != null && property.getField().getAnnotated().equals(field);
    }

    private static boolean readsOneValue(BeanDeserializerBase reader) {
        return readsDelegate(reader) || readsOnlyScalar(reader);
    }

    private static boolean readsDelegate(BeanDeserializerBase reader) {
        ValueInstantiator instantiator = reader.getValueInstantiator();
        return instantiator.canCreateUsingDelegate() || instantiator.canCreateUsingArrayDelegate();
    }

    // A factory such as valueOf(String), and nothing that takes properties.
    private static boolean readsOnlyScalar(BeanDeserializerBase reader) {
        ValueInstantiator instantiator = reader.getValueInstantiator();
        boolean fromProperties = instantiator.canCreateUsingDefault() || instantiator.canCreateFromObjectWith();
        return !readsDelegate(reader) && !fromProperties && instantiator.canInstantiate();
    }

    private AnnotationIntrospector introspector() {
        return config.getAnnotationIntrospector();
    }
}
