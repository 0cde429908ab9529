package io.onlyonce.guide;

import static org.assertj.core.api.Assertions.assertThat;

import io.onlyonce.spring.OnlyOnceProperties;
import io.onlyonce.spring.SpringTexts;
import java.io.IOException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.RecordComponent;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.context.properties.bind.DefaultValue;

/** README and guide: their Java is compiled here, both languages say as much, and no property is left out. */
class GuideSnippetsTest {
    private static final Path ROOT = Path.of("..");
    private static final List<Path> SOURCES = List.of(
            Path.of("src/test/java/io/onlyonce/guide"),
            Path.of("../edges/seata/src/test/java/io/onlyonce/seata"),
            Path.of("../edges/callback-providers/src/test/java/io/onlyonce/callback/acme"),
            Path.of("../verify/verifier-junit/src/test/java/io/onlyonce/verify/junit"));
    private static final String GAP = "…";
    private static final Pattern PHRASE = Pattern.compile("`([^`\n]{12,})`");

    /** What is of interest in a document: headings with their marks, fenced blocks, targets of links. */
    private record Document(List<String> headings, List<Block> blocks, List<String> links) {
        private static final Pattern LINK = Pattern.compile("]\\(([^)]+)\\)");

        static Document read(Path file) throws IOException {
            Document document = new Document(new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
            Block open = null;
            for (String line : Files.readAllLines(file)) {
                if (line.startsWith("```")) {
                    if (open == null) {
                        open = new Block(line.substring(3), new ArrayList<>());
                        document.blocks.add(open);
                    } else {
                        open = null;
                    }
                } else if (open != null) {
                    open.lines.add(line.strip());
                } else if (line.startsWith("#")) {
                    document.headings.add(line);
                } else {
                    Matcher link = LINK.matcher(line);
                    while (link.find()) {
                        document.links.add(link.group(1));
                    }
                }
            }
            assertThat(open).as("a block that %s does not close", file).isNull();
            return document;
        }

        List<String> levels() {
            return headings.stream()
                    .map(heading -> heading.replaceFirst(" .*", ""))
                    .toList();
        }

        /** The names by which headings are linked to. */
        List<String> anchors() {
            return headings.stream()
                    .map(heading -> heading.replaceFirst("#+ ", "")
                            .toLowerCase(Locale.ROOT)
                            .replaceAll("[^\\p{L}\\p{N} _-]", "")
                            .replace(' ', '-'))
                    .toList();
        }
    }

    private record Block(String language, List<String> lines) {
        /** Whether each run of lines between gaps stands in the file, one after the other. */
        boolean isIn(List<String> file) {
            int from = 0;
            List<String> run = new ArrayList<>();
            List<String> all = new ArrayList<>(lines);
            all.add(GAP);
            for (String line : all) {
                if (!line.equals(GAP)) {
                    if (!line.isEmpty()) {
                        run.add(line);
                    }
                    continue;
                }
                int at = Collections.indexOfSubList(file.subList(from, file.size()), run);
                if (at < 0) {
                    return false;
                }
                from += at + run.size();
                run.clear();
            }
            return true;
        }
    }

    private static Map<Path, List<String>> sources() throws IOException {
        Map<Path, List<String>> sources = new TreeMap<>();
        for (Path folder : SOURCES) {
            try (Stream<Path> files = Files.list(folder)) {
                for (Path file : files.toList()) {
                    List<String> lines = Files.readAllLines(file).stream()
                            .map(String::strip)
                            .filter(line -> !line.isEmpty())
                            .toList();
                    sources.put(file, lines);
                }
            }
        }
        return sources;
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "README.md",
                "README.zh-CN.md",
                "docs/guide.md",
                "docs/guide.zh-CN.md",
                "docs/guards.md",
                "docs/guards.zh-CN.md",
                "docs/callbacks.md",
                "docs/callbacks.zh-CN.md",
                "docs/verifier.md",
                "docs/verifier.zh-CN.md"
            })
    @DisplayName("each Java block stands in a source file that is compiled")
    void compiled(String name) throws IOException {
        Map<Path, List<String>> sources = sources();
        List<Block> blocks = Document.read(ROOT.resolve(name)).blocks().stream()
                .filter(block -> block.language().equals("java"))
                .toList();
        assertThat(blocks).isNotEmpty();
        for (Block block : blocks) {
            assertThat(block.lines()).anyMatch(line -> !line.isEmpty() && !line.equals(GAP));
            assertThat(sources.values().stream().anyMatch(block::isIn))
                    .as("a file of %s holds this block of %s:%n%s", SOURCES, name, String.join("\n", block.lines()))
                    .isTrue();
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "README",
                "docs/guide",
                "docs/guards",
                "docs/callbacks",
                "docs/verifier",
                "docs/beyond-one-database"
            })
    @DisplayName("English and Chinese have the same headings, the same blocks and the same links")
    void languages(String name) throws IOException {
        Document english = Document.read(ROOT.resolve(name + ".md"));
        Document chinese = Document.read(ROOT.resolve(name + ".zh-CN.md"));
        assertThat(chinese.levels()).as("levels of the headings").isEqualTo(english.levels());
        assertThat(chinese.blocks()).as("blocks of code").hasSameSizeAs(english.blocks());
        for (int i = 0; i < english.blocks().size(); i++) {
            assertThat(chinese.blocks().get(i).language())
                    .as("language of block %d", i + 1)
                    .isEqualTo(english.blocks().get(i).language());
        }
        assertThat(chinese.links()).as("links").hasSameSizeAs(english.links());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "README.md",
                "README.zh-CN.md",
                "docs/guide.md",
                "docs/guide.zh-CN.md",
                "docs/guards.md",
                "docs/guards.zh-CN.md",
                "docs/callbacks.md",
                "docs/callbacks.zh-CN.md",
                "docs/verifier.md",
                "docs/verifier.zh-CN.md",
                "docs/beyond-one-database.md",
                "docs/beyond-one-database.zh-CN.md"
            })
    @DisplayName("each link into the project leads to a file, and to a heading of it")
    void links(String name) throws IOException {
        Path document = ROOT.resolve(name);
        List<String> links = Document.read(document).links().stream()
                .filter(link -> !link.startsWith("http"))
                .toList();
        assertThat(links).isNotEmpty();
        for (String link : links) {
            int hash = link.indexOf('#');
            String file = hash < 0 ? link : link.substring(0, hash);
            Path target = file.isEmpty() ? document : document.resolveSibling(file);
            assertThat(target).as("target of %s", link).exists();
            if (hash >= 0) {
                assertThat(Document.read(target).anchors())
                        .as("headings of %s", target)
                        .contains(link.substring(hash + 1));
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"docs/guide.md", "docs/guide.zh-CN.md"})
    @DisplayName("each property has its row, with its default")
    void properties(String name) throws IOException {
        List<String> lines = Files.readAllLines(ROOT.resolve(name));
        defaults("onlyonce", OnlyOnceProperties.class).forEach((property, value) -> {
            List<String> rows = lines.stream()
                    .filter(line -> line.startsWith("| `" + property + "` |"))
                    .toList();
            assertThat(rows).as("rows of %s", property).hasSize(1);
            assertThat(rows.get(0)).as("default of %s", property).contains(value);
        });
    }

    @ParameterizedTest
    @ValueSource(strings = {"docs/guide.md", "docs/guide.zh-CN.md"})
    @DisplayName("each error of the starter is named, by words of its text")
    void errors(String name) throws Exception {
        List<Pattern> phrases = PHRASE.matcher(Files.readString(ROOT.resolve(name)))
                .results()
                .map(phrase -> Arrays.stream(phrase.group(1).split(GAP)).map(Pattern::quote))
                .map(parts -> Pattern.compile(parts.collect(Collectors.joining(".*"))))
                .toList();
        for (Method text : SpringTexts.class.getDeclaredMethods()) {
            if (Modifier.isPublic(text.getModifiers())) {
                Object[] sample = Arrays.stream(text.getParameterTypes())
                        .map(GuideSnippetsTest::sample)
                        .toArray();
                assertThat((String) text.invoke(null, sample))
                        .as(text.getName())
                        .satisfies(told -> assertThat(phrases)
                                .anyMatch(phrase -> phrase.matcher(told).find()));
            }
        }
    }

    private static Object sample(Class<?> type) {
        if (type == Method.class) {
            return Object.class.getMethods()[0];
        }
        if (type == List.class) {
            return List.of(Object.class);
        }
        if (type == Class.class) {
            return Object.class;
        }
        if (type == Duration.class) {
            return Duration.ofSeconds(1);
        }
        return type == int.class ? (Object) 1 : "sample";
    }

    private static Map<String, String> defaults(String prefix, Class<?> type) {
        Map<String, String> defaults = new TreeMap<>();
        for (RecordComponent component : type.getRecordComponents()) {
            String property = prefix + "." + kebab(component.getName());
            if (component.getType().isRecord()) {
                defaults.putAll(defaults(property, component.getType()));
            } else {
                defaults.put(property, defaultOf(type, component));
            }
        }
        return defaults;
    }

    private static String defaultOf(Class<?> type, RecordComponent component) {
        return Arrays.stream(type.getDeclaredConstructors()[0].getParameters())
                .filter(parameter -> parameter.getName().equals(component.getName()))
                .map(parameter -> parameter.getAnnotation(DefaultValue.class))
                .filter(Objects::nonNull) // its default depends on something
                .flatMap(value -> Arrays.stream(value.value()))
                .collect(Collectors.joining(", "));
    }

    private static String kebab(String name) {
        return name.replaceAll("([A-Z])", "-$1").toLowerCase(Locale.ROOT);
    }
}
