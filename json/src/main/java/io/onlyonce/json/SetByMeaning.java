package io.onlyonce.json;

import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.databind.BeanDescription;
import tools.jackson.databind.BeanProperty;
import tools.jackson.databind.SerializationConfig;
import tools.jackson.databind.SerializationContext;
import tools.jackson.databind.ValueSerializer;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.module.SimpleModule;
import tools.jackson.databind.ser.ValueSerializerModifier;
import tools.jackson.databind.type.CollectionType;
import tools.jackson.databind.util.TokenBuffer;

/**
 * Writes a set as the sorted codes of its elements: {@code Set.of} is shuffled anew in every process, and a hash set's order hangs on its history.
 */
final class SetByMeaning extends ValueSerializer<Object> {
    private static final JsonFactory ELEMENTS = new JsonFactory();
    private static final VolatileFields NONE = VolatileFields.of(Set.of());
    private final ValueSerializer<Object> ordered;

    private SetByMeaning(ValueSerializer<Object> ordered) {
        this.ordered = ordered;
    }

    /** The same mapper, but for sets. */
    static JsonMapper in(JsonMapper mapper) {
        SimpleModule module = new SimpleModule(SetByMeaning.class.getName());
        module.setSerializerModifier(new Modifier());
        return mapper.rebuild().addModule(module).build();
    }

    @Override
    public void serialize(Object set, JsonGenerator target, SerializationContext context) {
        TokenBuffer elements = context.bufferForValueConversion();
        ordered.serialize(set, elements, context);
        List<String> codes = new ArrayList<>();
        try (JsonParser parser = elements.asParser()) {
            parser.nextToken();
            while (parser.nextToken() != JsonToken.END_ARRAY) {
                codes.add(HexFormat.of().formatHex(code(parser)));
            }
        }
        codes.sort(null);
        target.writeStartArray();
        codes.forEach(target::writeString);
        target.writeEndArray();
    }

    private static byte[] code(JsonParser element) {
        ByteArrayOutputStream json = new ByteArrayOutputStream();
        try (JsonGenerator generator = ELEMENTS.createGenerator(ObjectWriteContext.empty(), json)) {
            generator.copyCurrentStructure(element);
        }
        return JsonMeaning.of(json.toByteArray(), NONE);
    }

    @Override
    public void resolve(SerializationContext context) {
        ordered.resolve(context);
    }

    @Override
    public ValueSerializer<?> createContextual(SerializationContext context, BeanProperty property) {
        return of(ordered.createContextual(context, property));
    }

    @Override
    public boolean isEmpty(SerializationContext context, Object set) {
        return ordered.isEmpty(context, set);
    }

    @SuppressWarnings("unchecked")
    private static SetByMeaning of(ValueSerializer<?> ordered) {
        return new SetByMeaning((ValueSerializer<Object>) ordered);
    }

    private static final class Modifier extends ValueSerializerModifier {
        private static final long serialVersionUID = 1L;

        @Override
        public ValueSerializer<?> modifyCollectionSerializer(
                SerializationConfig config,
                CollectionType type,
                BeanDescription.Supplier description,
                ValueSerializer<?> serializer) {
            return Set.class.isAssignableFrom(type.getRawClass()) ? of(serializer) : serializer;
        }
    }
}
