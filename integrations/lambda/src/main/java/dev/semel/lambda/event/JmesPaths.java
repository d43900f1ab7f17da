package dev.semel.lambda.event;

import com.fasterxml.jackson.databind.JsonNode;
import io.burt.jmespath.Expression;
import io.burt.jmespath.JmesPath;
import io.burt.jmespath.JmesPathException;
import io.burt.jmespath.RuntimeConfiguration;
import io.burt.jmespath.function.Function;
import io.burt.jmespath.function.FunctionRegistry;
import io.burt.jmespath.jackson.JacksonRuntime;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

/**
 * JMESPath expressions, compiled by the library. A function whose expressions are all {@link PlainPath}s never loads
 * it.
 */
public final class JmesPaths {
    private static final JmesPath<JsonNode> RUNTIME = new JacksonRuntime(
            RuntimeConfiguration.builder()
                    .withSilentTypeErrors(true)
                    .withFunctionRegistry(FunctionRegistry.defaultRegistry().extend(functions()))
                    .build(),
            EventJson.mapper());

    private JmesPaths() {}

    private static Function[] functions() {
        List<Function> functions = new ArrayList<>();
        for (Decoding each : Decoding.values()) {
            for (String name : each.names()) {
                functions.add(new DecodingFunction(name, each));
            }
        }
        return functions.toArray(new Function[0]);
    }

    /**
     * Compiles an expression.
     *
     * @throws IllegalArgumentException if it is not a JMESPath expression
     */
    public static UnaryOperator<JsonNode> compile(String expression) {
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
