package dev.semel.servlet.request;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.semel.servers.resource.CpuGrowth;
import jakarta.servlet.ServletException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Consumer;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

@DisplayName("the cost of parsers of bodies")
class ParserCostTest {
    private static final long SEED = Long.getLong("semel.seed", System.nanoTime());
    private static final int RANDOM_INPUTS = 6;
    private static final BodyLimits LIMITS = new BodyLimits(-1, -1, -1, -1);
    private static final MultipartBody.Rules RULES = new MultipartBody.Rules(Path.of(""), LIMITS);

    private final Random random = new Random(SEED);
    private final List<DynamicTest> tests = new ArrayList<>();

    private static void form(String body) {
        new Parameters(LIMITS).addForm(body.getBytes(UTF_8), UTF_8);
    }

    private static void parts(String boundary, String body) {
        try {
            MultipartBody.parse(body.getBytes(ISO_8859_1), "multipart/form-data; boundary=" + boundary, RULES)
                    .forEach(part -> part.text(UTF_8));
        } catch (ServletException e) {
            // Malformed.
        }
    }

    private static String repeated(String start, String unit, String end, int size) {
        return start + unit.repeat(size / unit.length()) + end;
    }

    private void add(String what, IntFunction<String> input, Consumer<String> parser) {
        tests.add(DynamicTest.dynamicTest(what, () -> CpuGrowth.assertLinear(what + ", seed " + SEED, input, parser)));
    }

    private String some(List<String> tokens, int most) {
        return IntStream.rangeClosed(0, random.nextInt(most))
                .mapToObj(i -> tokens.get(random.nextInt(tokens.size())))
                .collect(Collectors.joining());
    }

    private void addRandom(String what, List<String> tokens, Consumer<String> parser) {
        for (int i = 0; i < RANDOM_INPUTS; i++) {
            String start = some(tokens, 3);
            String unit = some(tokens, 4);
            String end = some(tokens, 3);
            add(what + " at random " + i, size -> repeated(start, unit, end, size), parser);
        }
    }

    @TestFactory
    @DisplayName("C23 the CPU time of a parser of bodies grows no worse than linearly with their size")
    List<DynamicTest> parsers() {
        add("a boundary as long as the body", size -> "-".repeat(size / 2), half -> parts(half + "x", half.repeat(3)));
        String longest = "-".repeat(69) + "x";
        add("boundaries that are nearly there", size -> "-".repeat(size), body -> parts(longest, body));
        add("many parts", size -> repeated("--b", "\r\n\r\n\r\n--b", "--", size), body -> parts("b", body));
        add("many headers", size -> repeated("--b\r\n", "x: 1\r\n", "\r\n\r\n--b--", size), body -> parts("b", body));
        add(
                "a long header",
                size -> repeated("--b\r\nContent-Disposition: x", ";a=\"b\\\"", "\r\n\r\n--b--", size),
                body -> parts("b", body));
        addRandom(
                "multipart",
                List.of("--b", "\r\n", "\r\n\r\n", "\r\n--b", "-", "x", ": ", ";", "\""),
                body -> parts("b", body));
        addRandom("a form", List.of("&", "=", "%", "%4", "%41", "%zz", "a", "+", "\u00e9"), ParserCostTest::form);
        add("a form of many names", ParserCostTest::manyNames, ParserCostTest::form);
        addRandom(
                "a header",
                List.of(";", "=", "\"", "\\", "a", " ", "*", "'", "UTF-8''%41"),
                line -> HeaderValue.of(line).parameter("a"));
        return tests;
    }

    private static String manyNames(int size) {
        return IntStream.range(0, size / 8).mapToObj(i -> "n" + i + "=1").collect(Collectors.joining("&"));
    }

    @Test
    @DisplayName("a multipart boundary of more than 70 characters is refused")
    void longBoundary() {
        String boundary = "b".repeat(71);
        byte[] body = ("--" + boundary + "\r\n\r\n\r\n--" + boundary + "--").getBytes(ISO_8859_1);
        assertThatThrownBy(() -> MultipartBody.parse(body, "multipart/form-data; boundary=" + boundary, RULES))
                .isInstanceOf(ServletException.class)
                .hasMessageContaining("at most 70 characters");
    }
}
