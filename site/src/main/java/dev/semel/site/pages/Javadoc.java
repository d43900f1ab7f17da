package dev.semel.site.pages;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.Pattern;

/** What Javadoc says in sources, for types whose settings the annotation processor leaves out: the elements of lists and maps. */
final class Javadoc {
    private static final Pattern COMMENT = Pattern.compile("(?s)/\\*\\*(.*?)\\*/");
    private static final Pattern PARAMETER = Pattern.compile("(?s)@param (\\w+) (.*?)(?=\\s@\\w+ |$)");
    private static final Pattern TAG = Pattern.compile("\\{@\\w+ ([^}]*)}");

    private Javadoc() {}

    /** Returns what the first comment of a type says about each component. */
    static Map<String, String> parameters(Path sources, Class<?> type) throws IOException {
        String source = Files.readString(sources.resolve(type.getName().replace('.', '/') + ".java"));
        Map<String, String> parameters = new HashMap<>();
        COMMENT.matcher(source).results().limit(1).forEach(comment -> {
            String text = comment.group(1).replaceAll("(?m)^ *\\* ?", "");
            PARAMETER.matcher(text).results().forEach(found -> parameters.put(found.group(1), plain(found.group(2))));
        });
        return parameters;
    }

    /** Returns a text without inline tags and line breaks. */
    static String plain(String text) {
        return TAG.matcher(text).replaceAll("$1").replaceAll("\\s+", " ").strip();
    }
}
