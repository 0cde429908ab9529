package io.onlyonce.shop.callback;

import io.onlyonce.console.ConsoleList;
import java.util.List;
import java.util.Locale;
import org.springframework.context.MessageSource;

/** A list on the console whose title and columns have their texts among the shop's own. */
abstract class TextedList implements ConsoleList {
    private static final String PREFIX = "console.";

    private final MessageSource texts;
    private final String title;
    private final List<String> columns;

    TextedList(MessageSource texts, String title, List<String> columns) {
        this.texts = texts;
        this.title = title;
        this.columns = columns;
    }

    @Override
    public String title(Locale language) {
        return texts.getMessage(PREFIX + title, null, language);
    }

    @Override
    public List<String> columns(Locale language) {
        return columns.stream()
                .map(column -> texts.getMessage(PREFIX + column, null, language))
                .toList();
    }
}
