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
 * Keeps results as JSON, with Jackson. By default with a mapper of its own that has no module.
 *
 * <pre>{@code
 * Codec<Receipt> one = JsonCodec.of(Receipt.class);
 * Codec<List<Receipt>> many = JsonCodec.of(new TypeReference<List<Receipt>>() {});
 * }</pre>
 *
 * <p>Guaranteed: a type that can't be written or read back is refused when the codec is made, with everything inside it that is wrong.
 * Elements of generic types come back as what they were declared. {@code 0}, {@code false}, empty texts, lists and maps, {@code null}
 * inside of them, the scale of a {@code BigDecimal} and any characters come back as they were. Members that a record has and the type no
 * longer has are passed over, so older records are replayed after a field was removed; a field that was added since is {@code null}, zero or
 * what its class sets. The name of a class never decides what is made: default typing is off, and types that ask for it with
 * {@code JsonTypeInfo.Id.CLASS} are refused, while {@code NAME} with its listed subtypes works.
 *
 * <p>Not guaranteed: what annotations of the type leave out; the parts of a subclass where another type is declared; the kind of a number
 * where {@code Object} is declared as the element of a list or map: it comes back as the smallest of {@code Integer}, {@code Long} and
 * {@code BigInteger} that holds it, or with the mapper of its own as a {@code BigDecimal}.
 *
 * <p>Immutable and safe for use by many threads.
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

    /** Written as declared, an abstract type that a module maps to a concrete one would lose all that is not in the abstract one. */
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
     * For a class. A primitive one, such as {@code int.class}, accepts no {@code null}.
     *
     * @throws IllegalArgumentException if the type can't be kept, with all the reasons; for a generic class, whose elements would be unknown
     */
    public static <T> JsonCodec<T> of(Class<T> type) {
        return standard().of(type);
    }

    /**
     * For a generic type, such as {@code new TypeReference<List<Receipt>>() {}}.
     *
     * @throws IllegalArgumentException if the type can't be kept, with all the reasons
     */
    public static <T> JsonCodec<T> of(TypeReference<T> type) {
        return standard().of(type);
    }

    private static Factory standard() {
        return new Factory(Mappers.storing(Mappers.closed(Mappers.standard())));
    }

    /**
     * Makes codecs with a mapper of your own, for its modules (such as those for {@code java.time} and {@code Optional}), names and
     * mixins. It is copied, so what happens to it later counts for nothing. What would lose a value is set otherwise in the copy: default
     * typing and class names are off, all properties are written, unknown ones are passed over, enums go by name, dates and times by ISO
     * 8601 with their zone.
     *
     * @throws IllegalArgumentException if the mapper writes something else than JSON
     */
    public static Factory with(ObjectMapper mapper) {
        return new Factory(Mappers.storing(Mappers.copyOf(mapper)));
    }

    /** {@code application/json}. */
    @Override
    public String mediaType() {
        return "application/json";
    }

    /**
     * Writes a value.
     *
     * @throws IllegalArgumentException if it can't be written; the message never holds a value
     */
    @Override
    public byte[] encode(T value) {
        try {
            String json = writer.writeValueAsString(value);
            // UTF-8 has no form for half a surrogate pair; as an escape it comes back.
            return StandardCharsets.UTF_8.newEncoder().canEncode(json)
                    ? json.getBytes(StandardCharsets.UTF_8)
                    : writer.with(JsonWriteFeature.ESCAPE_NON_ASCII).writeValueAsBytes(value);
        } catch (JsonProcessingException e) {
            // Without the cause: Jackson's messages hold parts of the value.
            throw new IllegalArgumentException("a value can't be written as " + type.toCanonical() + ": "
                    + Mappers.where(e) + "; change the type or the mapper");
        }
    }

    /**
     * Reads what {@link #encode} wrote, now or with an earlier version of the type.
     *
     * @throws IllegalArgumentException if it can't be read; the message never holds a value
     */
    @Override
    public T decode(byte[] bytes) {
        try {
            // As text, since Jackson's reader of bytes stumbles over half a surrogate pair in a name.
            return reader.readValue(JsonText.decode(bytes));
        } catch (IOException e) {
            throw new IllegalArgumentException("stored JSON can't be read as " + type.toCanonical() + ": "
                    + Mappers.where(e) + "; keep the type able to read what its earlier versions wrote");
        }
    }

    /** {@code false} for primitive types. */
    @Override
    public boolean acceptsNull() {
        return !type.isPrimitive() || type.hasRawClass(void.class);
    }

    /** The type that it keeps. */
    @Override
    public String toString() {
        return "JsonCodec of " + type.toCanonical();
    }

    /** Makes codecs that share a mapper. Immutable and safe for use by many threads. */
    public static final class Factory {
        private final ObjectMapper storing;

        private Factory(ObjectMapper storing) {
            this.storing = storing;
        }

        /**
         * For a class.
         *
         * @throws IllegalArgumentException as {@link JsonCodec#of(Class)}
         */
        public <T> JsonCodec<T> of(Class<T> type) {
            return make(type);
        }

        /**
         * For a generic type.
         *
         * @throws IllegalArgumentException as {@link JsonCodec#of(TypeReference)}
         */
        public <T> JsonCodec<T> of(TypeReference<T> type) {
            return make(type.getType());
        }

        /**
         * For a type that is known only at run time, such as what a method returns.
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
