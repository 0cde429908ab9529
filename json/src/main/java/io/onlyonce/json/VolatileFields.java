package io.onlyonce.json;

import io.onlyonce.error.MisuseException;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The fields that a fingerprint leaves out, as a tree that is walked along with the document. Immutable once made. */
final class VolatileFields {
    private final Map<String, VolatileFields> next = new HashMap<>();
    private boolean leftOut;

    static VolatileFields of(Set<String> pointers) {
        VolatileFields root = new VolatileFields();
        for (String pointer : pointers) {
            if (!pointer.startsWith("/") || pointer.matches("(?s).*~(?![01]).*")) {
                throw new MisuseException(JsonTexts.badPointer(pointer));
            }
            VolatileFields field = root;
            for (String token : pointer.substring(1).split("/", -1)) {
                String name = token.replace("~1", "/").replace("~0", "~");
                field = field.next.computeIfAbsent(name, any -> new VolatileFields());
            }
            field.leftOut = true;
        }
        return root;
    }

    /** What is left out of this member of an object; null = nothing. */
    static @Nullable VolatileFields member(@Nullable VolatileFields fields, String name) {
        return fields == null ? null : fields.next.get(name);
    }

    /** What is left out of this element of an array; null = nothing. */
    static @Nullable VolatileFields element(@Nullable VolatileFields fields, int index) {
        if (fields == null || fields.next.isEmpty()) {
            return null;
        }
        VolatileFields any = fields.next.get("*");
        VolatileFields exact = fields.next.get(Integer.toString(index));
        return any == null || exact == null ? (any == null ? exact : any) : merge(any, exact);
    }

    /** Whether the whole field is left out. */
    static boolean leftOut(@Nullable VolatileFields field) {
        return field != null && field.leftOut;
    }

    private static VolatileFields merge(VolatileFields one, VolatileFields other) {
        VolatileFields both = new VolatileFields();
        both.leftOut = one.leftOut || other.leftOut;
        both.next.putAll(one.next);
        other.next.forEach((name, field) -> both.next.merge(name, field, VolatileFields::merge));
        return both;
    }
}
