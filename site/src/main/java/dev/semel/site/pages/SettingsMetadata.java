package dev.semel.site.pages;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.util.Collections;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/** What Spring Boot's annotation processor has written about the settings of the starter, and what was added by hand. */
final class SettingsMetadata {
    private static final String FILE = "META-INF/spring-configuration-metadata.json";

    private final JsonNode json;

    private SettingsMetadata(JsonNode json) {
        this.json = json;
    }

    static SettingsMetadata ofStarter() throws IOException {
        for (URL url : Collections.list(SettingsMetadata.class.getClassLoader().getResources(FILE))) {
            try (InputStream in = url.openStream()) {
                JsonNode json = new ObjectMapper().readTree(in);
                if (json.path("properties").findValuesAsText("name").contains("semel.store")) {
                    return new SettingsMetadata(json);
                }
            }
        }
        throw new IllegalStateException("the starter's " + FILE + " is not on the class path");
    }

    /** Lists the settings by their names. */
    List<Setting> settings() {
        return stream(json.path("properties"))
                .filter(each -> !each.has("deprecation"))
                .map(each -> new Setting(
                        each.path("name").asText(),
                        each.path("type").asText(),
                        value(each.path("defaultValue")),
                        Javadoc.plain(each.path("description").asText())))
                .toList();
    }

    /** Lists what can be written for a setting, or as the keys of a map; nothing if no description says more than a value. */
    List<Choice> choices(String name) {
        return stream(json.path("hints"))
                .filter(hint -> hint.path("name").asText().equals(name))
                .flatMap(hint -> stream(hint.path("values")))
                .map(each -> new Choice(
                        value(each.path("value")),
                        Javadoc.plain(each.path("description").asText())))
                .filter(choice -> !choice.meaning().isEmpty())
                .toList();
    }

    private static Stream<JsonNode> stream(JsonNode array) {
        return StreamSupport.stream(array.spliterator(), false);
    }

    private static String value(JsonNode value) {
        return value.isArray() ? stream(value).map(JsonNode::asText).collect(Collectors.joining(", ")) : value.asText();
    }

    /** A value that a setting takes. */
    record Choice(String value, String meaning) {}
}
