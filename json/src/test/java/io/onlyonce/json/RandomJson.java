package io.onlyonce.json;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Collectors;

/** Random documents as values: null, Boolean, BigDecimal, String, List and Map; ways to write one; and small changes to one. */
final class RandomJson {
    private static final String[] BLANKS = {"", "", "", " ", "\n", "\r\n\t", "  "};
    private final Random random;

    RandomJson(long seed) {
        this.random = new Random(seed);
    }

    Object document() {
        return value(4);
    }

    private Object value(int depth) {
        return switch (random.nextInt(depth == 0 ? 5 : 9)) {
            case 0 -> Nothing.NULL;
            case 1 -> random.nextBoolean();
            case 2, 3 -> number();
            case 4 -> text();
            case 5, 6 -> list(depth - 1);
            default -> map(depth - 1);
        };
    }

    private List<Object> list(int depth) {
        List<Object> list = new ArrayList<>();
        for (int i = random.nextInt(5); i > 0; i--) {
            list.add(value(depth));
        }
        return list;
    }

    private Map<String, Object> map(int depth) {
        Map<String, Object> map = new LinkedHashMap<>();
        for (int i = random.nextInt(6); i > 0; i--) {
            map.put(text(), value(depth));
        }
        return map;
    }

    /** JSON's null: a value like any other. */
    enum Nothing {
        NULL
    }

    private BigDecimal number() {
        long digits = random.nextInt(4) == 0 ? random.nextLong() : random.nextInt(2000) - 1000;
        return BigDecimal.valueOf(digits, random.nextInt(12) - 4).stripTrailingZeros();
    }

    private String text() {
        int length = random.nextInt(10) == 0 ? 60 + random.nextInt(300) : random.nextInt(4);
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < length; i++) {
            int kind = random.nextInt(10);
            text.appendCodePoint(
                    kind == 0
                            ? random.nextInt(0x80)
                            : kind == 1
                                    ? 0x80 + random.nextInt(0xD000)
                                    : kind == 2 ? 0x10000 + random.nextInt(0x1000) : 'a' + random.nextInt(3));
        }
        return text.toString();
    }

    /** The document as text, written another way each time. */
    String write(Object value) {
        return blanks() + form(value) + blanks();
    }

    private String form(Object value) {
        if (value instanceof List<?> list) {
            return list.stream()
                    .map(this::write)
                    .collect(Collectors.joining(",", "[", blanks() + "]"))
                    .replaceAll("^\\[\\s*]$", "[ ]");
        } else if (value instanceof Map<?, ?> map) {
            List<String> members = new ArrayList<>();
            map.forEach((name, inner) -> members.add(blanks() + quoted((String) name) + blanks() + ":" + write(inner)));
            Collections.shuffle(members, random);
            return "{" + String.join(",", members) + blanks() + "}";
        } else if (value instanceof BigDecimal number) {
            return rewritten(number);
        }
        return value instanceof String text ? quoted(text) : value == Nothing.NULL ? "null" : value.toString();
    }

    private String rewritten(BigDecimal number) {
        int shift = random.nextInt(7) - 3;
        return switch (random.nextInt(4)) {
            case 0 -> number.toPlainString();
            case 1 ->
                number.scale() < 0
                        ? number.toString()
                        : number.setScale(number.scale() + random.nextInt(5)).toPlainString();
            case 2 ->
                number.movePointLeft(shift).toPlainString() + "e" + (shift >= 0 && random.nextBoolean() ? "+" : "")
                        + shift;
            default -> number.unscaledValue() + "E" + -number.scale();
        };
    }

    private String quoted(String text) {
        StringBuilder json = new StringBuilder("\"");
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            int way = random.nextInt(4);
            if (way == 0 && c == '/') {
                json.append("\\/");
            } else if (way < 2 && c == '\n') {
                json.append("\\n");
            } else if (way > 0 && (c == '"' || c == '\\')) {
                json.append('\\').append(c);
            } else if (c < 0x20 || c == '"' || c == '\\' || (way == 3 && !Character.isSurrogate(c))) {
                json.append(String.format(random.nextBoolean() ? "\\u%04x" : "\\u%04X", (int) c));
            } else {
                json.append(c);
            }
        }
        return json.append('"').toString();
    }

    private String blanks() {
        return BLANKS[random.nextInt(BLANKS.length)];
    }

    /** The document with one change somewhere, which gives it another meaning. */
    Object changed(Object value) {
        if (value instanceof List<?> list && !list.isEmpty() && random.nextInt(4) > 0) {
            List<Object> copy = new ArrayList<>(list);
            int at = random.nextInt(copy.size());
            int other = random.nextInt(copy.size());
            switch (random.nextInt(5)) {
                case 0 -> copy.remove(at);
                case 1 -> copy.add(at, Nothing.NULL);
                case 2 -> {
                    if (copy.get(at).equals(copy.get(other))) {
                        copy.set(at, changed(copy.get(at)));
                    } else {
                        Collections.swap(copy, at, other);
                    }
                }
                default -> copy.set(at, changed(copy.get(at)));
            }
            return copy;
        } else if (value instanceof Map<?, ?> map && !map.isEmpty() && random.nextInt(4) > 0) {
            Map<String, Object> copy = new LinkedHashMap<>();
            map.forEach((name, inner) -> copy.put((String) name, inner));
            String name = new ArrayList<>(copy.keySet()).get(random.nextInt(copy.size()));
            switch (random.nextInt(4)) {
                case 0 -> copy.remove(name);
                case 1 -> copy.put(name + "~", copy.remove(name));
                default -> copy.put(name, changed(copy.get(name)));
            }
            return copy;
        }
        return replaced(value);
    }

    private Object replaced(Object value) {
        if (value instanceof BigDecimal number) {
            return switch (random.nextInt(3)) {
                case 0 -> number.toString();
                case 1 -> number.add(number.ulp()).stripTrailingZeros();
                default ->
                    number.signum() == 0
                            ? BigDecimal.ONE
                            : number.movePointRight(1).stripTrailingZeros();
            };
        } else if (value instanceof String text) {
            return text.isEmpty() || random.nextBoolean() ? text + "a" : text.substring(1);
        } else if (value instanceof Boolean flag) {
            return random.nextBoolean() ? !flag : (Object) flag.toString();
        } else if (value == Nothing.NULL) {
            return random.nextBoolean() ? "null" : List.of();
        }
        return value instanceof List ? List.of(value) : Map.of("wrapped", value);
    }
}
