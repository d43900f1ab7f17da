package dev.semel.jackson;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JavaType;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.lang.reflect.GenericArrayType;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.lang.reflect.WildcardType;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;

/** Collects the reasons why a type cannot be stored as JSON, one for each location in the type. */
final class TypeCheck {
    private final JavaType root;
    private final Map<String, String> problems = new LinkedHashMap<>();

    private TypeCheck(JavaType root) {
        this.root = root;
    }

    static TypeCheck of(ObjectMapper mapper, Type declared, JavaType type) {
        TypeCheck check = new TypeCheck(type);
        String path = type.getRawClass().getSimpleName();
        // The only value of Void is null, which is never encoded.
        if (type.hasRawClass(Void.class) || type.hasRawClass(void.class)) {
            return check;
        }
        check.refuseUndeclared(path, declared, type);
        WriteCheck writing = new WriteCheck(mapper, check);
        new ReadCheck(mapper, check, writing).check(new Place(type, path, false));
        writing.check(type, path);
        return check;
    }

    /**
     * The location of a declared type.
     *
     * @param element whether the type is the element of a list, an array or a map
     */
    record Place(JavaType type, String path, boolean element) {
        Place below(JavaType inner, String name) {
            return new Place(inner, path + "." + name, false);
        }

        Place inside(JavaType inner) {
            return new Place(inner, path + "[]", !type.isReferenceType());
        }

        Place as(JavaType subtype) {
            return new Place(subtype, path + "(" + subtype.getRawClass().getSimpleName() + ")", element);
        }
    }

    void refuse(String path, JavaType type, String why) {
        problems.putIfAbsent(path, "at " + path + " (" + type.toCanonical() + "): " + why);
    }

    /**
     * Rejects undeclared elements, which Jackson treats as {@code Object} and reads as maps.
     *
     * @param declared the type in the source; Jackson's types do not distinguish {@code List} from {@code List<Object>}
     */
    void refuseUndeclared(String path, Type declared, JavaType type) {
        if (leavesOpen(declared)) {
            refuse(
                    path,
                    type,
                    "its element type is not declared, so elements would be read back as maps; declare it without a wildcard, as in"
                            + " new TypeReference<List<Receipt>>() {}");
        }
    }

    private static boolean leavesOpen(Type declared) {
        if (declared instanceof Class<?> type) {
            return type.isArray()
                    ? leavesOpen(type.getComponentType())
                    : type.getTypeParameters().length > 0 && type != Class.class;
        }
        if (declared instanceof WildcardType wildcard) {
            Type bound = wildcard.getUpperBounds()[0];
            return bound == Object.class || leavesOpen(bound);
        }
        if (declared instanceof GenericArrayType array) {
            return leavesOpen(array.getGenericComponentType());
        }
        return declared instanceof ParameterizedType generic
                && generic.getRawType() != Class.class
                && Arrays.stream(generic.getActualTypeArguments()).anyMatch(TypeCheck::leavesOpen);
    }

    void refuse(Place place, String why) {
        refuse(place.path(), place.type(), why);
    }

    void throwIfAny() {
        if (!problems.isEmpty()) {
            throw new IllegalArgumentException(
                    "no JSON codec for " + root.toCanonical() + ": " + String.join("; ", problems.values()));
        }
    }

    /** Returns Jackson's message, which is about types here and never about values. */
    static String reason(Exception failure) {
        return failure instanceof JsonProcessingException json
                ? json.getOriginalMessage()
                : String.valueOf(failure.getMessage());
    }

    static String missingModule(JavaType type) {
        String name = type.getRawClass().getName();
        if (name.startsWith("java.time.")) {
            return register("JavaTimeModule", "jackson-datatype-jsr310");
        }
        if (name.startsWith("java.util.Optional")) {
            return register("Jdk8Module", "jackson-datatype-jdk8") + ", or return null or a list instead";
        }
        return "Jackson needs a module for it; register that on a mapper and use JsonCodec.with(mapper)";
    }

    private static String register(String module, String artifact) {
        return "the mapper has no module for it; register " + module + " of com.fasterxml.jackson.datatype:" + artifact
                + " on a mapper and use JsonCodec.with(mapper)";
    }
}
