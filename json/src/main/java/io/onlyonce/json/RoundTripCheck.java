package io.onlyonce.json;

import io.onlyonce.error.MisuseException;
import java.lang.reflect.Type;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.JavaType;
import tools.jackson.databind.SerializationContext;
import tools.jackson.databind.ValueDeserializer;
import tools.jackson.databind.ValueSerializer;
import tools.jackson.databind.deser.AbstractDeserializer;
import tools.jackson.databind.deser.bean.BeanDeserializerBase;
import tools.jackson.databind.deser.impl.UnsupportedTypeDeserializer;
import tools.jackson.databind.deser.jdk.CollectionDeserializer;
import tools.jackson.databind.deser.jdk.MapDeserializer;
import tools.jackson.databind.json.JsonMapper;

/**
 * Finds out, as far as types show it, whether all values of a type come back from JSON as they were. Walks every type that is reachable from the declared
 * one, each once, so that types may refer to themselves; first by rules of our own, whose texts name the remedy, then by having Jackson build its reader,
 * which Jackson 3 no longer offers as a question.
 */
final class RoundTripCheck {
    private final Type declared;
    private final SerializationContext writing;
    private final DeserializationContext reading;
    private final MapKeys mapKeys;
    private final Subtypes subtypes;
    private final Set<JavaType> seen = new HashSet<>();

    private RoundTripCheck(Type declared, JsonMapper mapper) {
        this.declared = declared;
        this.writing = mapper._serializationContext();
        this.reading = mapper._deserializationContext();
        this.mapKeys = new MapKeys(reading);
        this.subtypes = new Subtypes(reading);
    }

    /** @throws MisuseException if the type, or one that it holds, does not come back as it was */
    static void check(Type declared, JsonMapper mapper) {
        DeclaredType.check(declared);
        JavaType type = mapper.constructType(declared);
        if (mapper.deserializationConfig().getDefaultTyper(type) != null) {
            throw new MisuseException(JsonTexts.defaultTyping(declared));
        }
        if (!type.hasRawClass(void.class) && !type.hasRawClass(Void.class)) {
            new RoundTripCheck(declared, mapper).visit(new Place(type, ""));
        }
    }

    /** Where a type was met, for example at {@code .lines[].price}. */
    record Place(JavaType type, String path) {
        Place in(JavaType inner, String step) {
            return new Place(inner, path + step);
        }
    }

    private void visit(Place place) {
        JavaType type = place.type();
        if (!seen.add(type)) {
            return;
        }
        Unkeepable.remedy(type.getRawClass()).ifPresent(remedy -> refuse(place, remedy));
        JavaType content = type.getContentType();
        if (type.isMapLikeType() && !mapKeys.fit(type.getKeyType())) {
            refuse(place.in(type.getKeyType(), "{key}"), JsonTexts.MAP_KEY);
        }
        if (type.isReferenceType() && type.getReferencedType().isReferenceType()) {
            refuse(place, JsonTexts.NESTED_OPTIONAL);
        }
        if (content != null) {
            visit(place.in(content, type.isReferenceType() ? "" : type.isMapLikeType() ? "{}" : "[]"));
        }
        JacksonException failure = null;
        ValueDeserializer<?> reader = null;
        try {
            reader = reading.findContextualValueDeserializer(type, null);
        } catch (JacksonException e) {
            failure = e;
        }
        if (!type.isContainerType() && !type.isReferenceType() && !type.isEnumType() && !type.isPrimitive()) {
            visitValue(place, reader);
        }
        if (failure != null || reader instanceof UnsupportedTypeDeserializer) {
            refuse(place, JsonTexts.noReader(failure));
        }
        if (reader instanceof CollectionDeserializer || reader instanceof MapDeserializer) {
            Fields.of(type.getRawClass())
                    .findFirst()
                    .ifPresent(field -> refuse(place, JsonTexts.fieldOfCollection(field)));
        }
    }

    private void visitValue(Place place, @Nullable ValueDeserializer<?> reader) {
        JavaType type = place.type();
        Subtypes.Answer declaredSubtypes = subtypes.of(type, null);
        declaredSubtypes.problem().ifPresent(problem -> refuse(place, problem));
        declaredSubtypes.types().forEach(subtype -> visit(place.in(subtype, "")));
        if (type.isAbstract()) {
            visitAbstract(place, reader, declaredSubtypes.declared());
        } else if (reader == null || reader instanceof BeanDeserializerBase) {
            visitBean(place, reader instanceof BeanDeserializerBase bean ? bean : null);
        }
    }

    private void visitAbstract(Place place, @Nullable ValueDeserializer<?> reader, boolean declaredSubtypes) {
        if (reader instanceof BeanDeserializerBase bean && !bean.getValueType().isAbstract()) {
            visit(place.in(bean.getValueType(), "")); // an annotation or module names the class to read
            return;
        }
        boolean open =
                reader == null || reader instanceof AbstractDeserializer || reader instanceof BeanDeserializerBase;
        if (open && !declaredSubtypes) {
            refuse(place, JsonTexts.ABSTRACT);
        }
    }

    private void visitBean(Place place, @Nullable BeanDeserializerBase reader) {
        JavaType type = place.type();
        if (Fields.isJdk(type.getRawClass())) {
            refuse(place, JsonTexts.JDK_CLASS);
        }
        ValueSerializer<?> writer;
        try {
            writer = writing.findValueSerializer(type);
        } catch (JacksonException e) {
            refuse(place, JsonTexts.noWriter(e));
            return;
        }
        BeanCheck bean = new BeanCheck(writing, reading, type, writer, reader);
        bean.contents().forEach(content -> {
            Subtypes.Answer own = subtypes.of(content.type(), content.member());
            Place at = place.in(content.type(), content.step());
            own.problem().ifPresent(problem -> refuse(at, problem));
            own.types().forEach(subtype -> visit(at.in(subtype, "")));
            if (!own.declared()) {
                visit(at);
            }
        });
        bean.problem().ifPresent(problem -> refuse(place, problem));
    }

    private void refuse(Place place, String problem) {
        throw new MisuseException(JsonTexts.unkeepable(declared, place, problem));
    }
}
