package dev.semel.lambda;

import com.fasterxml.jackson.databind.JsonNode;
import io.burt.jmespath.Expression;
import io.burt.jmespath.JmesPath;
import io.burt.jmespath.JmesPathException;
import io.burt.jmespath.RuntimeConfiguration;
import io.burt.jmespath.function.Function;
import io.burt.jmespath.function.FunctionRegistry;
import io.burt.jmespath.jackson.JacksonRuntime;
import java.util.Arrays;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/** The one place that knows the JMESPath library; not loaded by a function that has no such expression. */
final class JmesPaths {
    private static final JmesPath<JsonNode> RUNTIME = new JacksonRuntime(
            RuntimeConfiguration.builder()
                    .withSilentTypeErrors(true)
                    .withFunctionRegistry(FunctionRegistry.defaultRegistry().extend(functions()))
                    .build(),
            EventJson.mapper());

    private JmesPaths() {}

    private static Function[] functions() {
        return Arrays.stream(Decoding.values())
                .flatMap(each -> Stream.of("powertools_", "semel_")
                        .map(prefix -> new DecodingFunction(prefix + each.suffix(), each)))
                .toArray(Function[]::new);
    }

    static UnaryOperator<JsonNode> compile(String expression) {
        Expression<JsonNode> compiled;
        try {
            compiled = RUNTIME.compile(expression);
        } catch (JmesPathException e) {
            throw new IllegalArgumentException(
                    "\"" + expression + "\" is not a JMESPath expression: " + e.getMessage(), e);
        }
        return compiled::search;
    }
}
