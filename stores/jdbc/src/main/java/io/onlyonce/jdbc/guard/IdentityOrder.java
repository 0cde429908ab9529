package io.onlyonce.jdbc.guard;

import io.onlyonce.error.MisuseException;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/**
 * One order for all identities in all processes, so that two transactions that take several meet at the first they share. Texts are compared without regard
 * to case first, because many databases take {@code a} and {@code A} for one.
 */
enum IdentityOrder implements Comparator<List<?>> {
    INSTANCE;

    @Override
    public int compare(List<?> left, List<?> right) {
        for (int i = 0; i < Math.min(left.size(), right.size()); i++) {
            int order = compareParts(left.get(i), right.get(i));
            if (order != 0) {
                return order;
            }
        }
        return Integer.compare(left.size(), right.size());
    }

    static int compareParts(Object left, Object right) {
        if (left instanceof String one && right instanceof String other) {
            int order = String.CASE_INSENSITIVE_ORDER.compare(one, other);
            return order != 0 ? order : one.compareTo(other);
        }
        if (left instanceof byte[] one && right instanceof byte[] other) {
            return Arrays.compareUnsigned(one, other);
        }
        if (left.getClass() != right.getClass()) {
            return left.getClass().getName().compareTo(right.getClass().getName());
        }
        if (left instanceof Comparable<?> one) {
            @SuppressWarnings("unchecked") // both are of one class, which compares with itself
            Comparable<Object> comparable = (Comparable<Object>) one;
            return comparable.compareTo(right);
        }
        throw new MisuseException(GuardTexts.withoutOrder(left));
    }
}
