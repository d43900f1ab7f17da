package dev.semel.dynamodb.wire;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * An expression in which attributes are placeholders such as {@code #STATE}, since the application chooses their names and DynamoDB reserves
 * some words.
 *
 * @param text the text that is sent
 * @param names the attribute's name for each placeholder in the text
 */
public record Expression(String text, Map<String, String> names) {
    private static final Pattern PLACEHOLDER = Pattern.compile("#[A-Z_]+");

    /** Returns an expression whose placeholders stand for the names in {@code allNames}. */
    public static Expression of(String text, Map<String, String> allNames) {
        Map<String, String> used = new LinkedHashMap<>();
        Matcher placeholders = PLACEHOLDER.matcher(text);
        while (placeholders.find()) {
            String each = placeholders.group();
            String name = allNames.get(each);
            if (name == null) {
                throw new IllegalArgumentException("no attribute has the placeholder " + each);
            }
            used.put(each, name);
        }
        return new Expression(text, Map.copyOf(used));
    }

    /** Returns the names of both expressions. DynamoDB refuses names that are missing and names that are not used. */
    public Map<String, String> namesWith(Expression other) {
        Map<String, String> both = new LinkedHashMap<>(names);
        both.putAll(other.names);
        return both;
    }
}
