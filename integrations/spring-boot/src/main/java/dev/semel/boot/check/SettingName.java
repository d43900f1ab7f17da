package dev.semel.boot.check;

import dev.semel.boot.SemelProperties;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName.Form;

/** The name of a setting below {@code semel}, compared with the records that settings are bound to. */
final class SettingName {
    private final ConfigurationPropertyName name;
    /** The index of the first unknown element; negative if all are known. */
    private final int unknownAt;
    /** The known elements in its place. */
    private final List<String> siblings;

    private SettingName(ConfigurationPropertyName name, int unknownAt, List<String> siblings) {
        this.name = name;
        this.unknownAt = unknownAt;
        this.siblings = siblings;
    }

    /** Parses a name as it was written. Returns {@code null} if it is not below {@code semel}. */
    static @Nullable SettingName of(String text) {
        if (!text.toLowerCase(Locale.ROOT).startsWith("semel.")) {
            return null;
        }
        ConfigurationPropertyName name = ConfigurationPropertyName.adapt(text, '.');
        if (name.getNumberOfElements() < 2 || is("operations", name, 1)) {
            return null; // OperationPolicies checks these
        }
        Type type = SemelProperties.class;
        for (int i = 1; i < name.getNumberOfElements(); i++) {
            List<String> known = namesIn(type);
            Type next = next(type, name, i);
            if (next == null) {
                return new SettingName(name, i, known);
            }
            type = next;
        }
        return new SettingName(name, -1, List.of());
    }

    /** Returns whether this is a setting of Semel. */
    boolean isKnown() {
        return unknownAt < 0;
    }

    /** Returns the most similar known setting, or {@code null} if none is similar. */
    @Nullable
    String suggestion() {
        String similar = Resemblance.closest(name.getElement(unknownAt, Form.ORIGINAL), siblings);
        return similar == null ? null : name.chop(unknownAt).append(similar).toString();
    }

    private static boolean is(String known, ConfigurationPropertyName name, int index) {
        return known.replace("-", "").equals(name.getElement(index, Form.UNIFORM));
    }

    /** Returns the type of an element of a name within the type of its parent, or {@code null} if it is unknown. */
    private static @Nullable Type next(Type type, ConfigurationPropertyName name, int index) {
        if (type instanceof ParameterizedType generic) {
            Class<?> raw = (Class<?>) generic.getRawType();
            Type[] arguments = generic.getActualTypeArguments();
            if (Map.class.isAssignableFrom(raw)) {
                return arguments[1];
            }
            return Collection.class.isAssignableFrom(raw) && name.isNumericIndex(index) ? arguments[0] : null;
        }
        return components(type).stream()
                .filter(component -> is(kebab(component), name, index))
                .findFirst()
                .map(RecordComponent::getGenericType)
                .orElse(null);
    }

    private static List<RecordComponent> components(Type type) {
        return type instanceof Class<?> known && known.isRecord()
                ? Arrays.asList(known.getRecordComponents())
                : List.of();
    }

    private static List<String> namesIn(Type type) {
        return components(type).stream().map(SettingName::kebab).toList();
    }

    private static String kebab(RecordComponent component) {
        return component.getName().replaceAll("([A-Z])", "-$1").toLowerCase(Locale.ROOT);
    }
}
