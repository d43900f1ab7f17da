package dev.semel.dynamodb;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A constant expression, with the attributes that it names as {@code #STATE} and so on: names are chosen by the application and may be
 * words that DynamoDB reserves. Not for applications: it may change in any release.
 *
 * @param text as DynamoDB gets it
 * @param names what the placeholders in the text stand for
 */
public record Expression(String text, Map<String, String> names) {
    private static final Pattern PLACEHOLDER = Pattern.compile("#[A-Z_]+");

    /** An expression whose attributes are called as {@code allNames} says. */
    public static Expression of(String text, Map<String, String> allNames) {
        Map<String, String> used = new LinkedHashMap<>();
        Matcher placeholders = PLACEHOLDER.matcher(text);
        while (placeholders.find()) {
            String each = placeholders.group();
            String name = allNames.get(each);
            if (name == null) {
                throw new IllegalArgumentException("no attribute is called " + each);
            }
            used.put(each, name);
        }
        return new Expression(text, Map.copyOf(used));
    }

    /** The names of both; DynamoDB wants all that are used and none besides. */
    public Map<String, String> namesWith(Expression other) {
        Map<String, String> both = new LinkedHashMap<>(names);
        both.putAll(other.names);
        return both;
    }
}
