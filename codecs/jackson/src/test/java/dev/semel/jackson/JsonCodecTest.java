package dev.semel.jackson;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import com.fasterxml.jackson.annotation.JsonAlias;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.jsontype.BasicPolymorphicTypeValidator;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.datatype.jdk8.Jdk8Module;
import com.fasterxml.jackson.datatype.jsr310.JavaTimeModule;
import dev.semel.Codec;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class JsonCodecTest {

    record Receipt(String id, BigDecimal amount, List<String> notes, Map<String, Integer> counts) {}

    enum Colour {
        RED,
        GREEN {
            @Override
            public String toString() {
                return "green!";
            }
        }
    }

    @SuppressWarnings("ArrayRecordComponent") // a result may be so
    record Mixed(
            int zero,
            boolean no,
            String empty,
            List<String> list,
            Map<String, String> map,
            Colour colour,
            byte[] bytes,
            UUID uuid) {}

    record Times(Instant instant, OffsetDateTime offset, ZonedDateTime zoned, LocalDate date, Duration duration) {}

    record Maybe(Optional<String> there, Optional<Receipt> not) {}

    @JsonTypeInfo(use = JsonTypeInfo.Id.NAME)
    @JsonSubTypes({
        @JsonSubTypes.Type(value = Card.class, name = "card"),
        @JsonSubTypes.Type(value = Cash.class, name = "cash")
    })
    sealed interface Method permits Card, Cash {}

    record Card(String last4) implements Method {}

    record Cash() implements Method {}

    enum State {
        @JsonAlias("OLD")
        NEW
    }

    record Renamed(@JsonAlias("before") State after) {}

    record Node(String name, List<Node> children) {}

    static <T> T there_and_back(Codec<T> codec, T value) {
        return codec.decode(codec.encode(value));
    }

    private static final Receipt RECEIPT =
            new Receipt("r-1", new BigDecimal("12.50"), List.of("a", ""), Map.of("n", 0));

    @Test
    @DisplayName("A3 records, beans, lists and maps are read back equal, with the declared elements")
    void values() {
        assertThat(there_and_back(JsonCodec.of(Receipt.class), RECEIPT)).isEqualTo(RECEIPT);
        List<Receipt> list = there_and_back(JsonCodec.of(new TypeReference<List<Receipt>>() {}), List.of(RECEIPT));
        assertThat(list).containsExactly(RECEIPT).first().isInstanceOf(Receipt.class);
        Map<String, List<Receipt>> map = Map.of("k", List.of(RECEIPT));
        assertThat(there_and_back(JsonCodec.of(new TypeReference<Map<String, List<Receipt>>>() {}), map))
                .isEqualTo(map);
        assertThat(there_and_back(JsonCodec.of(Receipt[].class), new Receipt[] {RECEIPT, null}))
                .containsExactly(RECEIPT, null);
        Node tree = new Node("a", List.of(new Node("b", List.of()), new Node("c", null)));
        assertThat(there_and_back(JsonCodec.of(Node.class), tree)).isEqualTo(tree);
    }

    @Test
    @DisplayName("A3 0, false, empty strings, lists and maps are preserved")
    void falsy() {
        assertThat(there_and_back(JsonCodec.of(int.class), 0)).isZero();
        assertThat(there_and_back(JsonCodec.of(Long.class), 0L)).isZero();
        assertThat(there_and_back(JsonCodec.of(boolean.class), false)).isFalse();
        assertThat(there_and_back(JsonCodec.of(double.class), -0.0)).isEqualTo(-0.0);
        assertThat(there_and_back(JsonCodec.of(String.class), "")).isEmpty();
        assertThat(there_and_back(JsonCodec.of(new TypeReference<List<String>>() {}), List.of()))
                .isEmpty();
        assertThat(there_and_back(JsonCodec.of(new TypeReference<Map<String, Receipt>>() {}), Map.of()))
                .isEmpty();
        Mixed mixed = new Mixed(0, false, "", List.of(), Map.of(), Colour.GREEN, new byte[0], new UUID(0, 0));
        assertThat(there_and_back(JsonCodec.of(Mixed.class), mixed))
                .usingRecursiveComparison()
                .isEqualTo(mixed);
        Mixed nothing = new Mixed(0, false, null, null, null, null, null, null);
        assertThat(there_and_back(JsonCodec.of(Mixed.class), nothing)).isEqualTo(nothing);
    }

    @Test
    @DisplayName("A3 null inside lists and maps is preserved")
    void nulls_inside() {
        List<String> list = Arrays.asList("a", null, "");
        assertThat(there_and_back(JsonCodec.of(new TypeReference<List<String>>() {}), list))
                .isEqualTo(list);
        Map<String, Integer> map = new LinkedHashMap<>(Collections.singletonMap("k", null));
        assertThat(there_and_back(JsonCodec.of(new TypeReference<Map<String, Integer>>() {}), map))
                .isEqualTo(map);
    }

    @ParameterizedTest
    @DisplayName("A3 a BigDecimal keeps its scale")
    @ValueSource(strings = {"1.10", "0.00", "1E+3", "1E-30", "-12345678901234567890.1234567890", "100", "0E+7"})
    void scale(String number) {
        BigDecimal value = new BigDecimal(number);
        assertThat(there_and_back(JsonCodec.of(BigDecimal.class), value)).isEqualTo(value);
        ObjectMapper plain = new ObjectMapper().configure(JsonGenerator.Feature.WRITE_BIGDECIMAL_AS_PLAIN, true);
        assertThat(there_and_back(JsonCodec.with(plain).of(BigDecimal.class), value))
                .isEqualTo(value);
        JsonNode node = JsonNodeFactory.instance.objectNode().put("n", value);
        assertThat(there_and_back(JsonCodec.of(JsonNode.class), node).get("n").decimalValue())
                .isEqualTo(value);
    }

    @Test
    @DisplayName("A3 all characters are preserved, unquoted")
    void characters() {
        for (String text : List.of(
                "plain", "\"quoted\"", "\u0000\u001f\u007f\u2028", "é😀", "half \ud83d", "\ude00", "null", "{}")) {
            assertThat(there_and_back(JsonCodec.of(String.class), text)).isEqualTo(text);
            assertThat(there_and_back(JsonCodec.of(new TypeReference<Map<String, String>>() {}), Map.of(text, text)))
                    .isEqualTo(Map.of(text, text));
        }
    }

    @Test
    @DisplayName("A3 Object as a declared element keeps numbers exact")
    void untyped_elements() {
        Map<String, Object> map = Map.of(
                "i",
                1,
                "l",
                1L << 40,
                "b",
                BigInteger.ONE.shiftLeft(70),
                "d",
                new BigDecimal("1.10"),
                "t",
                "x",
                "n",
                List.of(true, Map.of()));
        assertThat(there_and_back(JsonCodec.of(new TypeReference<Map<String, Object>>() {}), map))
                .isEqualTo(map);
    }

    @Test
    @DisplayName("A3 a decoded value belongs to the caller: changing it has no other effect")
    void own_value() {
        Codec<List<String>> codec = JsonCodec.of(new TypeReference<List<String>>() {});
        byte[] bytes = codec.encode(List.of("a"));
        codec.decode(bytes).add("b");
        assertThat(codec.decode(bytes)).containsExactly("a");
        assertThat(codec.mediaType()).isEqualTo("application/json");
    }

    @Test
    @DisplayName("A3 only primitive types reject null")
    void accepts_null() {
        assertThat(JsonCodec.of(int.class).acceptsNull()).isFalse();
        assertThat(JsonCodec.of(boolean.class).acceptsNull()).isFalse();
        assertThat(JsonCodec.of(Integer.class).acceptsNull()).isTrue();
        assertThat(JsonCodec.of(Void.class).acceptsNull()).isTrue();
        assertThat(JsonCodec.of(void.class).acceptsNull()).isTrue();
    }

    @Test
    @DisplayName("A3 a record written before a field was removed or added is still read")
    void evolution() {
        Codec<Receipt> codec = JsonCodec.of(Receipt.class);
        byte[] older = "{\"id\":\"r\",\"gone\":{\"deep\":[1]},\"amount\":1.0}".getBytes(StandardCharsets.UTF_8);
        assertThat(codec.decode(older)).isEqualTo(new Receipt("r", new BigDecimal("1.0"), null, null));
        ObjectMapper strict = new ObjectMapper()
                .enable(
                        DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES,
                        DeserializationFeature.FAIL_ON_MISSING_CREATOR_PROPERTIES);
        assertThat(JsonCodec.with(strict).of(Receipt.class).decode(older).id()).isEqualTo("r");
    }

    @Test
    @DisplayName("A3 a renamed field or constant is read by its alias; a removed constant is an error")
    void renaming() {
        Codec<Renamed> codec = JsonCodec.of(Renamed.class);
        assertThat(codec.decode("{\"before\":\"OLD\"}".getBytes(StandardCharsets.UTF_8)))
                .isEqualTo(new Renamed(State.NEW));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> codec.decode("{\"after\":\"GONE\"}".getBytes(StandardCharsets.UTF_8)))
                .withMessageContaining("/after");
    }

    @Test
    @DisplayName("A3 named subtypes are preserved, including empty ones")
    void named_subtypes() {
        Codec<List<Method>> codec = JsonCodec.of(new TypeReference<List<Method>>() {});
        assertThat(there_and_back(codec, List.of(new Card("4242"), new Cash())))
                .containsExactly(new Card("4242"), new Cash());
        assertThat(there_and_back(JsonCodec.of(Method.class), new Cash())).isEqualTo(new Cash());
    }

    @Test
    @DisplayName("A3 with modules, times keep their nanoseconds, offset and zone, and an empty Optional stays empty")
    void modules() {
        JsonCodec.Factory codecs = JsonCodec.with(JsonMapper.builder()
                .addModules(new JavaTimeModule(), new Jdk8Module())
                .build());
        Instant instant = Instant.ofEpochSecond(1_700_000_000, 123_456_789);
        Times times = new Times(
                instant,
                instant.atOffset(java.time.ZoneOffset.ofHours(2)),
                instant.atZone(ZoneId.of("Europe/Berlin")),
                LocalDate.EPOCH,
                Duration.ofNanos(1));
        assertThat(there_and_back(codecs.of(Times.class), times)).isEqualTo(times);
        Maybe maybe = new Maybe(Optional.of(""), Optional.empty());
        assertThat(there_and_back(codecs.of(Maybe.class), maybe)).isEqualTo(maybe);
        Codec<Optional<Receipt>> optional = codecs.of(new TypeReference<Optional<Receipt>>() {});
        assertThat(there_and_back(optional, Optional.of(RECEIPT))).contains(RECEIPT);
        assertThat(there_and_back(optional, Optional.empty())).isEmpty();
    }

    @Test
    @DisplayName("A3 settings of a mapper that would lose a value are overridden")
    void losing_settings() {
        ObjectMapper losing = new ObjectMapper()
                .setDefaultPropertyInclusion(JsonInclude.Include.NON_EMPTY)
                .enable(
                        SerializationFeature.WRAP_ROOT_VALUE,
                        SerializationFeature.WRITE_ENUMS_USING_TO_STRING,
                        SerializationFeature.WRITE_SINGLE_ELEM_ARRAYS_UNWRAPPED)
                .enable(
                        DeserializationFeature.FAIL_ON_NULL_CREATOR_PROPERTIES,
                        DeserializationFeature.ACCEPT_EMPTY_STRING_AS_NULL_OBJECT);
        Codec<Mixed> codec = JsonCodec.with(losing).of(Mixed.class);
        for (Mixed mixed : List.of(
                new Mixed(0, false, "", List.of(), Map.of(), Colour.GREEN, new byte[0], null),
                new Mixed(0, false, null, List.of(""), Collections.singletonMap("k", null), Colour.RED, null, null))) {
            assertThat(there_and_back(codec, mixed)).usingRecursiveComparison().isEqualTo(mixed);
        }
    }

    @Test
    @DisplayName("A3 a mapper is copied: later changes have no effect")
    void copied() {
        ObjectMapper mapper = new ObjectMapper();
        Codec<Receipt> codec = JsonCodec.with(mapper).of(Receipt.class);
        byte[] before = codec.encode(RECEIPT);
        mapper.setPropertyNamingStrategy(PropertyNamingStrategies.UPPER_CAMEL_CASE);
        assertThat(codec.encode(RECEIPT)).isEqualTo(before);
        assertThat(codec.decode(before)).isEqualTo(RECEIPT);
    }

    @Test
    @DisplayName("A3 default typing of a mapper is off: no class name is written or read")
    void default_typing() {
        ObjectMapper mapper = new ObjectMapper();
        mapper.activateDefaultTyping(
                BasicPolymorphicTypeValidator.builder()
                        .allowIfBaseType(Object.class)
                        .build(),
                ObjectMapper.DefaultTyping.NON_FINAL);
        Codec<Map<String, Object>> codec = JsonCodec.with(mapper).of(new TypeReference<Map<String, Object>>() {});
        byte[] bytes = codec.encode(new LinkedHashMap<>(Map.of("k", new ArrayList<>(List.of(RECEIPT.notes())))));
        assertThat(new String(bytes, StandardCharsets.UTF_8)).doesNotContain("java.", "dev.semel");
        assertThat(codec.decode("{\"@class\":\"java.io.File\",\"k\":[\"java.util.ArrayList\",[]]}"
                        .getBytes(StandardCharsets.UTF_8)))
                .isEqualTo(Map.of("@class", "java.io.File", "k", List.of("java.util.ArrayList", List.of())));
    }

    @Test
    @DisplayName("A21 an unreadable result is reported without its values")
    void unreadable() {
        Codec<Receipt> codec = JsonCodec.of(Receipt.class);
        for (String stored : List.of(
                "{\"amount\":\"secret\"}",
                "{\"counts\":{\"secret\":\"secret\"}}",
                "secret",
                "{\"id\":\"secret",
                "{} secret")) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> codec.decode(stored.getBytes(StandardCharsets.UTF_8)))
                    .withMessageContainingAll("Receipt", " at ")
                    .withMessageNotContaining("secret")
                    .withNoCause();
        }
        assertThatIllegalArgumentException()
                .isThrownBy(() -> codec.decode("{\"amount\":\"secret\"}".getBytes(StandardCharsets.UTF_8)))
                .withMessageContaining("/amount");
    }

    @Test
    @DisplayName("A3 a value that cannot be written is reported without its content")
    void unwritable() {
        Map<String, Object> self = new LinkedHashMap<>();
        self.put("secret", self);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> JsonCodec.of(new TypeReference<Map<String, Object>>() {})
                        .encode(self))
                .withMessageNotContaining("secret")
                .withNoCause();
    }
}
