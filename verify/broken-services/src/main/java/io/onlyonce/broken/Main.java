package io.onlyonce.broken;

import io.onlyonce.broken.frame.Options;
import java.util.Arrays;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Starts one variant in this process: {@code <variant> --port P --jdbc URL --user U --password W [--redis URL] [--node N]}. It is ready when {@code GET /health} says
 * 200, and runs until the process is ended.
 */
public final class Main {
    private static final Logger log = LoggerFactory.getLogger(Main.class);

    private Main() {}

    public static void main(String[] arguments) throws Exception {
        Variant variant = variant(arguments);
        Options options = Options.of(Arrays.copyOfRange(arguments, 1, arguments.length));
        Running running = Running.start(variant, options);
        log.info("{} answers on port {}.", variant.name(), running.port());
    }

    private static Variant variant(String... arguments) {
        if (arguments.length == 0) {
            throw new IllegalArgumentException("No variant. " + Options.usage());
        }
        return Variants.all().stream()
                .filter(variant -> variant.name().equals(arguments[0]))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("There is no variant \"" + arguments[0] + "\", only "
                        + Variants.all().stream().map(Variant::name).collect(Collectors.joining(", ")) + "."));
    }
}
