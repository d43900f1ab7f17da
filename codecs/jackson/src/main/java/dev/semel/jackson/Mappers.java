package dev.semel.jackson;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JavaType;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.cfg.JsonNodeFeature;
import com.fasterxml.jackson.databind.cfg.MapperConfig;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.jsontype.PolymorphicTypeValidator;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Copies mappers, and configures the copies so that no value is lost and no class is chosen by its name. */
final class Mappers {

    private Mappers() {}

    /** Returns a mapper without modules: the stored format must not change when a library joins the class path. */
    static ObjectMapper standard() {
        return JsonMapper.builder()
                // Where no type is declared, a decimal would otherwise be rounded to a double.
                .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
                .build();
    }

    static ObjectMapper copyOf(ObjectMapper mapper) {
        if (!mapper.getFactory().getFormatName().equals(JsonFactory.FORMAT_NAME_JSON)) {
            throw new IllegalArgumentException("the mapper writes "
                    + mapper.getFactory().getFormatName() + "; pass one that writes JSON, such as a JsonMapper");
        }
        return closed(mapper.copy());
    }

    /** Configures a mapper so that it never loads a class by a name in JSON. */
    static ObjectMapper closed(ObjectMapper own) {
        return own.deactivateDefaultTyping().setPolymorphicTypeValidator(new NoClassNames());
    }

    /** Configures a copy for results. These settings determine whether a stored value is preserved, so they override those of the application. */
    static ObjectMapper storing(ObjectMapper own) {
        return own.setDefaultPropertyInclusion(
                        JsonInclude.Value.construct(JsonInclude.Include.ALWAYS, JsonInclude.Include.ALWAYS))
                .configure(JsonNodeFeature.WRITE_NULL_PROPERTIES, true)
                .configure(JsonNodeFeature.READ_NULL_PROPERTIES, true)
                .configure(JsonNodeFeature.STRIP_TRAILING_BIGDECIMAL_ZEROES, false)
                // A type without properties is checked when the codec is created.
                .disable(
                        SerializationFeature.FAIL_ON_EMPTY_BEANS,
                        SerializationFeature.WRAP_ROOT_VALUE,
                        SerializationFeature.WRITE_SINGLE_ELEM_ARRAYS_UNWRAPPED,
                        SerializationFeature.WRITE_DATES_AS_TIMESTAMPS,
                        SerializationFeature.WRITE_DATES_WITH_CONTEXT_TIME_ZONE,
                        SerializationFeature.WRITE_ENUMS_USING_TO_STRING,
                        SerializationFeature.WRITE_ENUMS_USING_INDEX)
                .enable(SerializationFeature.WRITE_DATES_WITH_ZONE_ID)
                .configure(JsonGenerator.Feature.WRITE_BIGDECIMAL_AS_PLAIN, false)
                .disable(
                        DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES,
                        DeserializationFeature.FAIL_ON_IGNORED_PROPERTIES,
                        DeserializationFeature.FAIL_ON_MISSING_CREATOR_PROPERTIES,
                        DeserializationFeature.FAIL_ON_NULL_CREATOR_PROPERTIES,
                        DeserializationFeature.UNWRAP_ROOT_VALUE,
                        DeserializationFeature.UNWRAP_SINGLE_VALUE_ARRAYS,
                        DeserializationFeature.ACCEPT_EMPTY_STRING_AS_NULL_OBJECT,
                        DeserializationFeature.ACCEPT_EMPTY_ARRAY_AS_NULL_OBJECT,
                        DeserializationFeature.ADJUST_DATES_TO_CONTEXT_TIME_ZONE,
                        DeserializationFeature.READ_ENUMS_USING_TO_STRING,
                        DeserializationFeature.READ_UNKNOWN_ENUM_VALUES_AS_NULL)
                .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);
    }

    /** Describes a failure by its kind and location, without Jackson's message, which quotes values, and without keys of maps. */
    static String where(@Nullable Throwable failure) {
        if (failure == null) {
            return "unknown reason";
        }
        String kind = failure.getClass().getSimpleName();
        if (failure instanceof JsonMappingException mapping
                && !mapping.getPath().isEmpty()) {
            return kind + " at "
                    + mapping.getPath().stream().map(Mappers::step).collect(Collectors.joining("/", "/", ""));
        }
        JsonLocation location = failure instanceof JsonProcessingException found ? found.getLocation() : null;
        return location == null
                ? kind
                : kind + " at line " + location.getLineNr() + ", column " + location.getColumnNr();
    }

    private static String step(JsonMappingException.Reference reference) {
        boolean ofMap = reference.getFrom() instanceof Map
                || (reference.getFrom() instanceof Class<?> type && Map.class.isAssignableFrom(type));
        if (ofMap) {
            return "*";
        }
        return Objects.requireNonNullElse(reference.getFieldName(), String.valueOf(reference.getIndex()));
    }

    private static final class NoClassNames extends PolymorphicTypeValidator {
        /** Returns no decision, so that the type check can report the location of such a type. Each name is denied below. */
        @Override
        public Validity validateBaseType(MapperConfig<?> config, JavaType baseType) {
            return Validity.INDETERMINATE;
        }

        @Override
        public Validity validateSubClassName(MapperConfig<?> config, JavaType baseType, String subClassName) {
            return Validity.DENIED;
        }

        @Override
        public Validity validateSubType(MapperConfig<?> config, JavaType baseType, JavaType subType) {
            return Validity.DENIED;
        }
    }
}
