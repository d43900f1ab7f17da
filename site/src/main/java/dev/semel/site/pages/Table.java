package dev.semel.site.pages;

import java.util.ArrayList;
import java.util.List;

/** A table in Markdown. */
final class Table {
    private final List<String> lines = new ArrayList<>();

    Table(String... heads) {
        row(heads);
        lines.add("|" + "---|".repeat(heads.length));
    }

    Table row(String... cells) {
        lines.add("| " + String.join(" | ", cells).strip() + " |");
        return this;
    }

    /** Returns a cell with text that is no Markdown. */
    static String text(String words) {
        return words.replaceAll("\\s+", " ")
                .replaceAll("([|<*\\[\\]])", "\\\\$1")
                .strip();
    }

    /** Returns a cell with code, which is empty for an empty text. */
    static String code(String words) {
        return words.isEmpty() ? "" : "`" + words.replace("|", "\\|") + "`";
    }

    @Override
    public String toString() {
        return String.join("\n", lines) + "\n";
    }
}
