package io.onlyonce.verify.plan;

import io.onlyonce.verify.plan.Entry.Fields;
import java.io.IOException;
import java.io.StringReader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.error.Mark;
import org.yaml.snakeyaml.error.MarkedYAMLException;
import org.yaml.snakeyaml.error.YAMLException;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.reader.ReaderException;
import org.yaml.snakeyaml.reader.StreamReader;

/** What a plan's YAML says, and beneath it what the one says that it extends: an entry takes the other one's place as a whole. */
final class PlanDocument {
    private static final String EXTENDS = "extends";
    private static final int MOST_ALIASES = 100;

    private final Entry root;
    private final Map<String, Entry> entries;
    private final String yaml;

    /** Where other plans are. */
    interface Texts {
        /** The text of a plan, if it is there. */
        Optional<String> find(Path path) throws IOException;
    }

    private PlanDocument(Entry root, Map<String, Entry> entries, String yaml) {
        this.root = root;
        this.entries = entries;
        this.yaml = yaml;
    }

    /**
     * @param file its name, for complaints
     */
    static PlanDocument parse(String file, String yaml, Environment environment) {
        Entry root = new Entry(file, environment, "plan", root(file, yaml));
        Entry base = root.entries().get(EXTENDS);
        if (base != null) {
            throw base.wrong(PlanTexts.extendsFromText());
        }
        return new PlanDocument(root, root.entries(), yaml);
    }

    /**
     * @param path from which those that it extends are seen
     */
    static PlanDocument read(Path path, String yaml, Environment environment, Texts texts) throws IOException {
        return read(path, yaml, environment, texts, new ArrayList<>());
    }

    private static PlanDocument read(Path path, String yaml, Environment environment, Texts texts, List<Path> seen)
            throws IOException {
        String name = String.valueOf(path.getFileName());
        Entry root = new Entry(name, environment, "plan", root(name, yaml));
        Map<String, Entry> own = new LinkedHashMap<>(root.entries());
        Entry base = own.remove(EXTENDS);
        if (base == null) {
            return new PlanDocument(root, own, yaml);
        }
        seen.add(path.normalize());
        Path other = path.resolveSibling(base.text()).normalize();
        if (seen.contains(other)) {
            throw base.wrong(PlanTexts.extendsItself(base.text()));
        }
        String text = texts.find(other).orElseThrow(() -> base.wrong(PlanTexts.extendsNothing(other)));
        Map<String, Entry> merged = new LinkedHashMap<>(read(other, text, environment, texts, seen).entries);
        merged.putAll(own);
        return new PlanDocument(root, merged, Entry.yaml(merged));
    }

    /** Its entries, of which only these may be there. */
    Fields fields(List<String> known) {
        return root.fields(entries, known);
    }

    /** The text of all of it, which extends nothing any more; the environment's values are not in it. */
    String yaml() {
        return yaml;
    }

    private static Node root(String file, String yaml) {
        LoaderOptions options = new LoaderOptions();
        options.setMaxAliasesForCollections(MOST_ALIASES);
        try {
            Node root = new Yaml(options).compose(new StringReader(yaml));
            if (root == null) {
                throw new PlanException(place(file, 0, 0), PlanTexts.empty());
            }
            return root;
        } catch (MarkedYAMLException e) {
            Mark mark = e.getProblemMark();
            throw new PlanException(place(file, mark.getLine(), mark.getColumn()), PlanTexts.noYaml(e.getProblem()));
        } catch (ReaderException e) {
            String[] before = yaml.substring(0, unprintable(yaml)).split("\\R", -1);
            throw new PlanException(
                    place(file, before.length - 1, before[before.length - 1].length()),
                    PlanTexts.control(e.getCodePoint()));
        } catch (YAMLException e) { // too long, or too many aliases: it is about the whole
            throw new PlanException(place(file, 0, 0), PlanTexts.noYaml(String.valueOf(e.getMessage())));
        }
    }

    /** As editors count, from 1. */
    private static String place(String file, int line, int column) {
        return "%s:%d:%d".formatted(file, line + 1, column + 1);
    }

    /** Where the first character stands that YAML does not allow; the exception knows its place in a buffer only. */
    private static int unprintable(String yaml) {
        int at = 0;
        while (at < yaml.length() && StreamReader.isPrintable(yaml.codePointAt(at))) {
            at += Character.charCount(yaml.codePointAt(at));
        }
        return at;
    }
}
