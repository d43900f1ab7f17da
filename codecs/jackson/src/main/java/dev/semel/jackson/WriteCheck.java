package dev.semel.jackson;

import com.fasterxml.jackson.databind.JavaType;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.JsonSerializer;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.ser.BeanPropertyWriter;
import com.fasterxml.jackson.databind.ser.ContainerSerializer;
import com.fasterxml.jackson.databind.ser.impl.UnknownSerializer;
import com.fasterxml.jackson.databind.ser.impl.UnsupportedTypeSerializer;
import com.fasterxml.jackson.databind.ser.std.BeanSerializerBase;
import com.fasterxml.jackson.databind.ser.std.JsonValueSerializer;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Walks the serializers of a type, as Jackson would choose them. Serializers of modules and users are trusted. */
final class WriteCheck {
    private final SerializerProvider provider;
    private final TypeCheck found;
    private final Set<JavaType> walked = new HashSet<>();

    WriteCheck(ObjectMapper mapper, TypeCheck found) {
        this.provider = mapper.getSerializerProviderInstance();
        this.found = found;
    }

    void check(JavaType type, String path) {
        // The replacement of an abstract type is known only for a value.
        if (type.isJavaLangObject() || (type.isAbstract() && !type.hasContentType() && !type.isPrimitive())) {
            return;
        }
        try {
            check(type, provider.findValueSerializer(type, null), path);
        } catch (JsonMappingException | IllegalArgumentException e) {
            found.refuse(path, type, "it cannot be written: " + TypeCheck.reason(e));
        }
    }

    private void check(JavaType type, JsonSerializer<?> serializer, String path) {
        if (serializer instanceof UnsupportedTypeSerializer) {
            found.refuse(path, type, TypeCheck.missingModule(type));
        } else if (losesState(type, serializer)) {
            found.refuse(path, type, "Jackson finds nothing to write; add getters, public fields or annotations");
        } else if (serializer instanceof BeanSerializerBase bean) {
            checkProperties(type, bean, path);
        } else if (serializer instanceof ContainerSerializer<?> container) {
            checkContent(type, container.getContentSerializer(), path);
        } else if (type.isReferenceType()) {
            checkContent(type, null, path);
        }
    }

    private void checkContent(JavaType type, @Nullable JsonSerializer<?> known, String path) {
        JavaType content = type.getContentType();
        if (content == null) {
            return;
        }
        if (known == null) {
            check(content, path + "[]");
        } else {
            check(content, known, path + "[]");
        }
    }

    private void checkProperties(JavaType type, BeanSerializerBase bean, String path) {
        if (!walked.add(type)) {
            return;
        }
        bean.properties().forEachRemaining(property -> {
            String below = path + "." + property.getName();
            JsonSerializer<?> known = property instanceof BeanPropertyWriter writer ? writer.getSerializer() : null;
            if (known == null) {
                check(property.getType(), below);
            } else {
                check(property.getType(), known, below);
            }
        });
    }

    private static boolean losesState(JavaType type, JsonSerializer<?> serializer) {
        boolean empty = serializer instanceof UnknownSerializer
                || (serializer instanceof BeanSerializerBase bean
                        && !bean.properties().hasNext());
        return empty && hasState(type.getRawClass());
    }

    private static boolean hasState(@Nullable Class<?> type) {
        return type != null
                && (hasState(type.getSuperclass())
                        || Arrays.stream(type.getDeclaredFields())
                                .anyMatch(field -> !Modifier.isStatic(field.getModifiers())));
    }

    /** The JSON form of a type, as far as it determines what has to read it. */
    Form form(JavaType type) throws JsonMappingException {
        JsonSerializer<?> serializer = provider.findValueSerializer(type, null);
        if (serializer instanceof JsonValueSerializer) {
            return new Form(Kind.ONE_VALUE, Set.of());
        }
        if (serializer instanceof BeanSerializerBase bean) {
            Set<String> names = new HashSet<>();
            bean.properties().forEachRemaining(property -> names.add(property.getName()));
            return new Form(Kind.MEMBERS, names);
        }
        return new Form(serializer instanceof UnknownSerializer ? Kind.MEMBERS : Kind.OWN, Set.of());
    }

    /** An object with members, a single value, or the output of a custom serializer. */
    enum Kind {
        MEMBERS,
        ONE_VALUE,
        OWN
    }

    record Form(Kind kind, Set<String> names) {}
}
