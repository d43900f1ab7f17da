package dev.semel.site.pages;

import java.io.IOException;
import java.lang.reflect.Parameter;
import java.lang.reflect.RecordComponent;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.springframework.boot.context.properties.bind.DefaultValue;

/** The page with all settings of the starter. */
final class ConfigurationPage {
    private static final String TEXT = "text";
    private static final Pattern ELEMENT = Pattern.compile(".*[<,] ?(dev\\.semel\\.[\\w.$]+)>");
    private static final String POLICIES = "semel.operations";

    /** What a section begins with, by the prefix of its settings. */
    private static final Map<String, String> SECTIONS = sections();

    private final StringBuilder page = new StringBuilder();
    private final SettingsMetadata metadata;
    private final Path sources;

    private ConfigurationPage(SettingsMetadata metadata, Path sources) {
        this.metadata = metadata;
        this.sources = sources;
    }

    private static Map<String, String> sections() {
        Map<String, String> sections = new LinkedHashMap<>();
        sections.put("semel", """
                ## Store and start

                """);
        sections.put("semel.http", """
                ## HTTP endpoints

                """);
        sections.put("semel.http.dialogue", """
                ## Dialogue

                How all routes [talk with their callers](../integrations/http.md#your-own-words). A
                route has the same settings below `semel.http.routes[].dialogue`, which take precedence.

                """);
        sections.put("semel.http.routes[]", """
                ## Routes

                The first route that matches a request applies. [Spring](../integrations/spring.md) has examples.

                """);
        sections.put(POLICIES, """
                ## Operations

                The [policies](../concepts/index.md#policies) of an operation. They also apply to routes and to
                `@Idempotent`, which take precedence.

                """);
        sections.put("semel.quotas.<name>", """
                ## Quotas

                A route names its quota. [Quotas](../guides/quotas.md) has an example.

                """);
        sections.put("semel.purge", """
                ## Purge

                For SQL stores: [Purge](../operations/purge.md).

                """);
        sections.put("semel.metrics", """
                ## Metrics

                [Metrics](metrics.md) lists the meters.

                """);
        sections.put("management", """
                ## Actuator

                """);
        return sections;
    }

    /** Makes the page. The sources have the Javadoc of the types that are elements of lists and maps. */
    static String of(SettingsMetadata metadata, Path sources) throws IOException {
        return new ConfigurationPage(metadata, sources).make();
    }

    private String make() throws IOException {
        page.append("""
                <!-- Written by ./semel reference from the settings' metadata. -->

                # Configuration

                All settings of the [Spring Boot starter](../integrations/spring.md); editors offer them as well. A
                duration is written as `500ms`, `30s`, `10m`, `25h` or `7d`, a size as `64KB` or `1MB`. A misspelt
                name below `semel` fails the start.
                """);
        Map<String, List<Setting>> sections = new LinkedHashMap<>();
        SECTIONS.keySet().forEach(prefix -> sections.put(prefix, new ArrayList<>()));
        for (Setting setting : metadata.settings()) {
            addTo(sections, setting);
        }
        for (Map.Entry<String, List<Setting>> section : sections.entrySet()) {
            if (!section.getValue().isEmpty() || section.getKey().equals(POLICIES)) {
                write(section.getKey(), section.getValue());
            }
        }
        return page.toString();
    }

    /** Settings of which there are several, in lists and maps, are shown as those of one element. */
    private void addTo(Map<String, List<Setting>> sections, Setting setting) throws IOException {
        Matcher element = ELEMENT.matcher(setting.type());
        if (element.matches()) {
            String name = setting.name() + (setting.type().startsWith("java.util.Map") ? ".<name>" : "[]");
            sections.computeIfAbsent(name, each -> new ArrayList<>()).addAll(elements(name, element.group(1)));
        } else if (!setting.name().equals(POLICIES)) {
            String parent = setting.name().substring(0, setting.name().lastIndexOf('.'));
            String prefix = parent.startsWith("management.") ? "management" : parent;
            sections.computeIfAbsent(prefix, each -> new ArrayList<>()).add(setting);
        }
    }

    private List<Setting> elements(String prefix, String typeName) throws IOException {
        Class<?> type = type(typeName);
        Map<String, String> descriptions = Javadoc.parameters(sources, type);
        List<Setting> settings = new ArrayList<>();
        Parameter[] parameters = type.getDeclaredConstructors()[0].getParameters();
        int index = 0;
        for (RecordComponent component : type.getRecordComponents()) {
            settings.add(new Setting(
                    prefix + "." + dashed(component.getName()),
                    component.getGenericType().getTypeName(),
                    defaultOf(parameters[index++]),
                    descriptions.getOrDefault(component.getName(), "")));
        }
        return settings;
    }

    /** The annotation is on the parameter of the constructor only. */
    private static String defaultOf(Parameter parameter) {
        DefaultValue value = parameter.getAnnotation(DefaultValue.class);
        String text = value == null ? "" : String.join(", ", value.value());
        return parameter.getType().isEnum() ? dashed(text) : text;
    }

    private void write(String prefix, List<Setting> settings) {
        page.append('\n').append(SECTIONS.getOrDefault(prefix, "## " + prefix + "\n\n"));
        if (prefix.equals(POLICIES)) {
            writeChoices(POLICIES + ".", "setting", POLICIES + ".keys");
            page.append('\n');
            writeChoices("", "value", POLICIES + ".values");
            return;
        }
        Table table = new Table("setting", "values", "default", "meaning");
        settings.forEach(each -> table.row(
                Table.code(each.name()),
                values(each.type()),
                Table.code(each.defaultValue()),
                Table.text(each.description())));
        page.append(table);
        for (Setting each : settings) {
            // Numbers and durations say enough.
            if (values(each.type()).equals(TEXT)
                    && !metadata.choices(each.name()).isEmpty()) {
                page.append("\nFor ").append(Table.code(each.name())).append(":\n\n");
                writeChoices("", "value", each.name());
            }
        }
    }

    private void writeChoices(String prefix, String head, String hint) {
        Table table = new Table(head, "meaning");
        metadata.choices(hint)
                .forEach(choice -> table.row(Table.code(prefix + choice.value()), Table.text(choice.meaning())));
        page.append(table);
    }

    private static String values(String typeName) {
        String name = typeName.substring(typeName.lastIndexOf('.') + 1);
        return switch (name) {
            case "Duration" -> "duration";
            case "DataSize" -> "size";
            case "boolean", "Boolean" -> "`true`, `false`";
            case "int", "Integer", "long", "Long" -> "number";
            case "String" -> TEXT;
            case "ZoneId" -> "time zone";
            case "LocalTime" -> "time of day";
            case "String>" -> "list";
            // Of Spring Boot's endpoints, from 3.4 on.
            case "Access" -> "`none`, `read-only`, `unrestricted`";
            default -> constants(typeName);
        };
    }

    private static String constants(String typeName) {
        Class<?> type = typeName.startsWith("dev.semel.") ? type(typeName) : Object.class;
        return type.isEnum()
                ? Arrays.stream(type.getEnumConstants())
                        .map(constant -> Table.code(dashed(constant.toString())))
                        .collect(Collectors.joining(", "))
                : "";
    }

    private static Class<?> type(String name) {
        try {
            return Class.forName(name);
        } catch (ClassNotFoundException e) {
            throw new IllegalStateException("the type of a setting is not on the class path", e);
        }
    }

    private static String dashed(String name) {
        return name.replaceAll("([a-z0-9])([A-Z])", "$1-$2").replace('_', '-').toLowerCase(Locale.ROOT);
    }
}
