package dev.semel.jackson;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.json.JsonWriteFeature;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.JavaType;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.ObjectWriter;
import dev.semel.Codec;
import java.io.IOException;
import java.lang.reflect.Type;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * A codec that stores results as JSON, through Jackson. Defaults to a private mapper without modules.
 *
 * <pre>{@code
 * Codec<Receipt> one = JsonCodec.of(Receipt.class);
 * Codec<List<Receipt>> many = JsonCodec.of(new TypeReference<List<Receipt>>() {});
 * }</pre>
 *
 * <p>Guaranteed: a type that cannot be written or read back is rejected when the codec is created, with all of its problems. Elements of
 * generic types are read as their declared type. {@code 0}, {@code false}, empty strings, lists and maps, {@code null} inside them, the
 * scale of a {@code BigDecimal} and all characters are preserved. Unknown members are ignored, so older records are replayed after a field
 * was removed. A field that was added since is {@code null}, zero or the default of its class. A class name never determines which class is
 * created: default typing is off, and {@code JsonTypeInfo.Id.CLASS} is rejected, while {@code NAME} with listed subtypes works.
 *
 * <p>Not guaranteed: what annotations of the type omit; the members of a subclass where another type is declared; the kind of a number where
 * {@code Object} is declared as the element of a list or map. Such a number is read as the smallest of {@code Integer}, {@code Long} and
 * {@code BigInteger} that holds it, and a decimal as a {@code BigDecimal} by the private mapper.
 *
 * <p>Immutable and thread-safe.
 *
 * @param <T> the type of the result
 */
public final class JsonCodec<T extends @Nullable Object> implements Codec<T> {
    private final JavaType type;
    private final ObjectWriter writer;
    private final ObjectReader reader;

    private JsonCodec(ObjectMapper storing, JavaType type) {
        this.type = type;
        this.writer = writesAsDeclared(storing, type) ? storing.writerFor(type) : storing.writer();
        this.reader = storing.readerFor(type);
    }

    /** Returns whether to write the declared type. An abstract type that a module maps to a concrete one would lose the members of the latter. */
    private static boolean writesAsDeclared(ObjectMapper storing, JavaType type) {
        try {
            return !type.isAbstract()
                    || type.hasContentType()
                    || storing.getSerializerProviderInstance().findTypeSerializer(type) != null;
        } catch (JsonMappingException e) {
            throw new IllegalArgumentException(
                    "no JSON codec for " + type.toCanonical() + ": " + TypeCheck.reason(e), e);
        }
    }

    /**
     * Returns a codec for a class. A primitive one, such as {@code int.class}, does not accept {@code null}.
     *
     * @throws IllegalArgumentException if the type cannot be stored, with all reasons; also for a generic class, whose elements are unknown
     */
    public static <T> JsonCodec<T> of(Class<T> type) {
        return standard().of(type);
    }

    /**
     * Returns a codec for a generic type, such as {@code new TypeReference<List<Receipt>>() {}}.
     *
     * @throws IllegalArgumentException if the type cannot be stored, with all reasons
     */
    public static <T> JsonCodec<T> of(TypeReference<T> type) {
        return standard().of(type);
    }

    private static Factory standard() {
        return new Factory(Mappers.storing(Mappers.closed(Mappers.standard())));
    }

    /**
     * Returns a factory of codecs with the application's mapper, for its modules (such as those for {@code java.time} and {@code Optional}),
     * names and mixins. The mapper is copied, so later changes have no effect. Settings that would lose a value are overridden in the copy:
     * default typing and class names are off, all properties are written, unknown ones are ignored, enums are written by name, dates and
     * times as ISO 8601 with their zone.
     *
     * @throws IllegalArgumentException if the mapper does not write JSON
     */
    public static Factory with(ObjectMapper mapper) {
        return new Factory(Mappers.storing(Mappers.copyOf(mapper)));
    }

    /** Returns {@code application/json}. */
    @Override
    public String mediaType() {
        return "application/json";
    }

    /**
     * Encodes a value.
     *
     * @throws IllegalArgumentException if the value cannot be written; the message never contains a value
     */
    @Override
    public byte[] encode(T value) {
        try {
            String json = writer.writeValueAsString(value);
            // UTF-8 cannot encode half a surrogate pair; an escape preserves it.
            return StandardCharsets.UTF_8.newEncoder().canEncode(json)
                    ? json.getBytes(StandardCharsets.UTF_8)
                    : writer.with(JsonWriteFeature.ESCAPE_NON_ASCII).writeValueAsBytes(value);
        } catch (JsonProcessingException e) {
            // Without the cause: Jackson's messages contain parts of the value.
            throw new IllegalArgumentException("cannot write a value as " + type.toCanonical() + ": " + Mappers.where(e)
                    + "; change the type or the mapper");
        }
    }

    /**
     * Decodes the output of {@link #encode}, from this or an earlier version of the type.
     *
     * @throws IllegalArgumentException if the bytes cannot be read; the message never contains a value
     */
    @Override
    public T decode(byte[] bytes) {
        try {
            // As a string, since Jackson's byte reader fails on half a surrogate pair in a name.
            return reader.readValue(JsonText.decode(bytes));
        } catch (IOException e) {
            throw new IllegalArgumentException("cannot read stored JSON as " + type.toCanonical() + ": "
                    + Mappers.where(e) + "; keep the type compatible with what its earlier versions wrote");
        }
    }

    /** Returns {@code false} for primitive types. */
    @Override
    public boolean acceptsNull() {
        return !type.isPrimitive() || type.hasRawClass(void.class);
    }

    /** Returns a description with the codec's type. */
    @Override
    public String toString() {
        return "JsonCodec of " + type.toCanonical();
    }

    /** Creates codecs that share a mapper. Immutable and thread-safe. */
    public static final class Factory {
        private final ObjectMapper storing;

        private Factory(ObjectMapper storing) {
            this.storing = storing;
        }

        /**
         * Returns a codec for a class.
         *
         * @throws IllegalArgumentException as {@link JsonCodec#of(Class)}
         */
        public <T> JsonCodec<T> of(Class<T> type) {
            return make(type);
        }

        /**
         * Returns a codec for a generic type.
         *
         * @throws IllegalArgumentException as {@link JsonCodec#of(TypeReference)}
         */
        public <T> JsonCodec<T> of(TypeReference<T> type) {
            return make(type.getType());
        }

        /**
         * Returns a codec for a type that is known only at run time, such as a method's return type.
         *
         * @throws IllegalArgumentException as {@link JsonCodec#of(TypeReference)}
         */
        public JsonCodec<?> ofType(Type type) {
            return make(type);
        }

        private <T> JsonCodec<T> make(Type declared) {
            JavaType type = storing.constructType(declared);
            TypeCheck.of(storing, declared, type).throwIfAny();
            return new JsonCodec<>(storing, type);
        }
    }
}
