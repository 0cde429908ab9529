package io.onlyonce.broken;

import io.onlyonce.broken.frame.Service;
import io.onlyonce.broken.shop.Shop;
import java.util.Locale;
import java.util.Set;
import java.util.function.Function;

/**
 * One service of the corpus.
 *
 * @param right whether it keeps every promise of its area
 * @param type its class; its javadoc tells the fault
 * @param foundBy the checks of which at least one finds the fault; empty for a right one
 */
public record Variant(
        boolean right,
        Area area,
        Class<? extends Service> type,
        Function<Shop, Service> factory,
        Set<Need> needs,
        Set<Check> foundBy) {
    static Variant broken(Area area, Class<? extends Service> type, Function<Shop, Service> factory) {
        return new Variant(false, area, type, factory, Set.of(), Set.of());
    }

    static Variant right(Area area, Class<? extends Service> type, Function<Shop, Service> factory) {
        return new Variant(true, area, type, factory, Set.of(), Set.of());
    }

    Variant needs(Need... all) {
        return new Variant(right, area, type, factory, Set.of(all), foundBy);
    }

    Variant foundBy(Check... all) {
        return new Variant(right, area, type, factory, needs, Set.of(all));
    }

    /** Its class' name in small letters, for example {@code check-then-act}. */
    public String name() {
        return type.getSimpleName().replaceAll("(?<=.)([A-Z])", "-$1").toLowerCase(Locale.ROOT);
    }
}
