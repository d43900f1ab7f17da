package dev.semel.lambda;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.semel.lambda.event.Decoding;
import dev.semel.lambda.event.EventJson;
import dev.semel.lambda.event.EventKeys;
import dev.semel.servers.resource.CpuGrowth;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

@DisplayName("the cost of parsers of events")
class ParserCostTest {
    private static final List<String> EXPRESSIONS = List.of(
            "a", "powertools_json(body).[a, b]", "powertools_json(body)[*].a", "body.[a, b]", "keys(@)", "[0].a", "@");

    private final List<DynamicTest> tests = new ArrayList<>();

    private <T> void add(String what, IntFunction<T> input, Consumer<T> parser) {
        tests.add(DynamicTest.dynamicTest(what, () -> CpuGrowth.assertLinear(what, input, parser)));
    }

    private static String repeated(String start, String unit, String end, int size) {
        return start + unit.repeat(size / unit.length()) + end;
    }

    @TestFactory
    @DisplayName("C23 the CPU time of parsing an event grows no worse than linearly with its size")
    List<DynamicTest> parsers() {
        List<EventPart> parts =
                new ArrayList<>(EXPRESSIONS.stream().map(EventPart::jmesPath).toList());
        parts.add(EventPart.at("/a", "/0/a"));
        for (String unit :
                List.of("\"\\u0001\",", "{},", "{\"a\":1},", "1e1000000000,", "[[[]]],", "9".repeat(900) + ",")) {
            add(
                    "an event of " + unit.substring(0, 3),
                    size -> repeated("[", unit, "0]", size),
                    text -> parse(text, parts));
        }
        add("a wide event", ParserCostTest::wide, text -> parse(text, parts));
        add("an event nested too deep", size -> "[".repeat(size), text -> parse(text, parts));
        add("JSON inside", size -> inside(wide(size)), event -> take(event, parts));
        add("Base64", size -> Base64.getEncoder().encodeToString(new byte[size]), Decoding.BASE64::decode);
        add("what is not Base64", size -> "A".repeat(size) + "!", ParserCostTest::decodeAnything);
        return tests;
    }

    private static String wide(int size) {
        return IntStream.range(0, size / 10)
                .mapToObj(i -> "\"n" + i + "\":1,")
                .collect(Collectors.joining("", "{", "\"a\":0}"));
    }

    private static JsonNode inside(String json) {
        return JsonNodeFactory.instance.objectNode().put("body", json);
    }

    private static void parse(String text, List<EventPart> parts) {
        JsonNode event;
        try {
            event = EventJson.parse(text.getBytes(UTF_8));
        } catch (IllegalArgumentException e) {
            return;
        }
        take(event, parts);
    }

    private static void take(JsonNode event, List<EventPart> parts) {
        parts.forEach(part -> EventKeys.of(part.in(event)));
    }

    private static void decodeAnything(String text) {
        for (Decoding decoding : List.of(Decoding.BASE64, Decoding.BASE64_GZIP)) {
            try {
                decoding.decode(new String(text.getBytes(ISO_8859_1), ISO_8859_1));
            } catch (IllegalArgumentException e) {
                // Refused.
            }
        }
    }
}
