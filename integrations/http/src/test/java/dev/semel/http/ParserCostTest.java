package dev.semel.http;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import dev.semel.http.path.PathPattern;
import dev.semel.http.path.RequestPath;
import dev.semel.http.request.KeyField;
import dev.semel.http.request.Requests;
import dev.semel.jackson.JsonFingerprinter;
import dev.semel.jackson.JsonKey;
import dev.semel.servers.resource.CpuGrowth;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Consumer;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** What a request may hold is made up of a beginning, something that comes again and again, and an end: hostile ones that are known, and random ones. */
@DisplayName("the cost of parsers of requests")
class ParserCostTest {
    private static final long SEED = Long.getLong("semel.seed", System.nanoTime());
    private static final int RANDOM_INPUTS = 6;

    private final Random random = new Random(SEED);
    private final List<DynamicTest> tests = new ArrayList<>();

    @TestFactory
    @DisplayName("C23 the CPU time of a parser grows no worse than linearly with the size of a request")
    List<DynamicTest> parsers() {
        multipart();
        json();
        headers();
        return tests;
    }

    private void add(String what, IntFunction<String> input, Consumer<String> parser) {
        tests.add(DynamicTest.dynamicTest(what, () -> CpuGrowth.assertLinear(what + ", seed " + SEED, input, parser)));
    }

    private static String repeated(String start, String unit, String end, int size) {
        return start + unit.repeat(size / unit.length()) + end;
    }

    /** Random units of some tokens. */
    private void addRandom(String what, List<String> tokens, Consumer<String> parser) {
        for (int i = 0; i < RANDOM_INPUTS; i++) {
            String start = some(tokens, 3);
            String unit = some(tokens, 4);
            String end = some(tokens, 3);
            add(what + " at random " + i, size -> repeated(start, unit, end, size), parser);
        }
    }

    private String some(List<String> tokens, int most) {
        return IntStream.rangeClosed(0, random.nextInt(most))
                .mapToObj(i -> tokens.get(random.nextInt(tokens.size())))
                .collect(Collectors.joining());
    }

    private static void fingerprint(String contentType, String body) {
        FakeExchange exchange = FakeExchange.with("k");
        exchange.headers.clear();
        exchange.headers.add(new Header("Content-Type", contentType));
        new Requests(Route.builder("/payments", "payments.create").build(), Dialogue.DEFAULT)
                .fingerprint(exchange, body.getBytes(ISO_8859_1));
    }

    private void multipart() {
        add(
                "a boundary as long as the body",
                size -> "-".repeat(size / 2),
                half -> fingerprint("multipart/form-data; boundary=" + half + "x", half.repeat(3)));
        String longest = "-".repeat(69) + "x";
        String type = "multipart/form-data; boundary=" + longest;
        add("boundaries that are nearly there", size -> "-".repeat(size), body -> fingerprint(type, body));
        add(
                "many boundaries",
                size -> repeated("", "--b\r\n", "--b--", size),
                body -> fingerprint("multipart/x;boundary=b", body));
        addRandom(
                "multipart",
                List.of("--b", "\r\n", "--b\r\n", "-", "b", "x", ": ", " ", "\r\n--b"),
                body -> fingerprint("multipart/form-data; boundary=b", body));
    }

    private void json() {
        List<String> units = List.of(
                "\"\\u0001\",",
                "{},",
                "[],",
                "{\"a\":1},",
                "1e1000000000,",
                "1e-2147483647,",
                "9".repeat(999) + ",",
                "0." + "1".repeat(990) + "e9,",
                "\"\\ud800\",",
                "\"a\",",
                "-0.0,",
                "123456789012345678901234567890,");
        for (String unit : units) {
            add("JSON of " + shown(unit), size -> repeated("[", unit, "0]", size), ParserCostTest::parseJson);
        }
        add("a text of escapes", size -> repeated("\"", "\\u0001", "\"", size), ParserCostTest::parseJson);
        add(
                "JSON nested as deep as may be",
                size -> repeated("[", "[".repeat(900) + "]".repeat(900) + ",", "0]", size),
                ParserCostTest::parseJson);
        add("JSON nested too deep", size -> "[".repeat(size), ParserCostTest::parseJson);
        add("a number without an end", size -> "9".repeat(size), ParserCostTest::parseJson);
        add("a wide object", size -> wide(size, "\"n%d\":1,"), ParserCostTest::parseJson);
        add("names with one hash code", size -> "{" + collisions(size / 26) + "\"z\":0}", ParserCostTest::parseJson);
        add("one name again and again", size -> repeated("{", "\"a\":1,", "\"z\":0}", size), ParserCostTest::parseJson);
        addRandom(
                "JSON",
                List.of(
                        "[",
                        "]",
                        "{",
                        "}",
                        "\"a\":",
                        "\"",
                        "1",
                        "e9",
                        ",",
                        "\\u0001",
                        "\\",
                        "null",
                        " ",
                        "[1],",
                        "{\"a\":[]},"),
                ParserCostTest::parseJson);
    }

    private static String shown(String unit) {
        return unit.length() > 20 ? unit.substring(0, 10) + "…" : unit;
    }

    private static String wide(int size, String member) {
        return IntStream.range(0, size / 10)
                .mapToObj(i -> String.format(member, i))
                .collect(Collectors.joining("", "{", "\"z\":0}"));
    }

    /** {@code Aa} and {@code BB} have the same hash code, and so have all texts that are made of so many of them. */
    private static String collisions(int count) {
        return IntStream.range(0, count)
                .mapToObj(i -> IntStream.range(0, 20)
                        .mapToObj(bit -> (i >> bit & 1) == 0 ? "Aa" : "BB")
                        .collect(Collectors.joining("", "\"", "\":1,")))
                .collect(Collectors.joining());
    }

    private static void parseJson(String text) {
        byte[] body = text.getBytes(UTF_8);
        fingerprint("application/json", text);
        try {
            JsonFingerprinter.standard().leavingOut("/a/0", "/0/a").ofJson(body);
            JsonKey.at("", "/a/0/b", "/0").ofJson(body);
        } catch (IllegalArgumentException e) {
            // Not JSON, or beyond a limit.
        }
    }

    private void headers() {
        for (String unit : List.of(";", "\"", "\\", "; a=\"", "=", " ", ";a=b", "a", ", ", "\\\"")) {
            add("a key of " + unit, size -> repeated("\"", unit, "\"", size), line -> KeyField.read(List.of(line)));
            add("a bare key of " + unit, size -> repeated("", unit, "", size), line -> KeyField.read(List.of(line)));
            add("a media type of " + unit, size -> repeated("text/x", unit, "", size), line -> fingerprint(line, ""));
        }
        add("a media type of many parameters", size -> wide(size, ";p%d=1"), line -> fingerprint(line, ""));
        PathPattern pattern = PathPattern.of("/a/{b}/*/**", true);
        for (String unit : List.of("/", "a/", "%2f", "..", "a/../", "%2e/", "a;b/", "..;/", "%u002f", "\\")) {
            add("a path of " + unit, size -> repeated("/", unit, "", size), path -> {
                RequestPath.readings(path, List.of("/b")).forEach(pattern::matches);
                RequestPath.parameters(path);
            });
        }
        for (String unit : List.of("|", "%", "\u0001", "\u00e9")) {
            add(
                    "a principal of " + unit.codePointAt(0),
                    size -> repeated("", unit, "", size),
                    who -> Scopes.of(who, "POST", "/"));
        }
    }
}
