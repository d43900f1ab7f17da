package dev.semel.spring.method;

import dev.semel.spring.Idempotent;
import java.lang.reflect.Method;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.core.ParameterNameDiscoverer;
import org.springframework.expression.Expression;
import org.springframework.expression.ParseException;
import org.springframework.expression.spel.standard.SpelExpression;
import org.springframework.expression.spel.standard.SpelExpressionParser;
import org.springframework.util.StringValueResolver;

/**
 * The parsed expressions of a method.
 *
 * @param key the expression for the key
 * @param scope the expression for the scope; {@code null} if there is none
 * @param fingerprint the expression for the fingerprint; {@code null} if all arguments count
 * @param anonymousAllowed whether calls without a principal share one scope
 */
record MethodExpressions(
        Expression key,
        @Nullable Expression scope,
        @Nullable Expression fingerprint,
        boolean anonymousAllowed) {

    /** Parses the expressions, and adds errors to the problems. */
    static @Nullable MethodExpressions of(
            GuardedMethodSpec spec,
            ParameterNameDiscoverer names,
            StringValueResolver placeholders,
            BeanFactory beans,
            List<String> problems) {
        Parser parser = new Parser(spec, variables(spec.method(), names), placeholders, beans, problems);
        Idempotent annotation = spec.annotation();
        Expression key = parser.parse("key", annotation.key());
        if (key == null && problems.isEmpty()) {
            problems.add("its key expression is empty; name a value that identifies the request, such as #request.id");
        }
        Expression scope = parser.parse("scope", annotation.scope());
        Expression fingerprint = parser.parse("fingerprint", annotation.fingerprint());
        if (fingerprint == null) {
            Incomparable.check(spec.method(), names, problems);
        }
        return key == null ? null : new MethodExpressions(key, scope, fingerprint, annotation.allowAnonymous());
    }

    /** Returns the variables that an expression may use, apart from the root, with their types. */
    private static Map<String, Class<?>> variables(Method method, ParameterNameDiscoverer discoverer) {
        Map<String, Class<?>> known = new HashMap<>();
        String[] names = discoverer.getParameterNames(method);
        Class<?>[] types = method.getParameterTypes();
        for (int i = 0; i < types.length; i++) {
            known.put("p" + i, types[i]);
            known.put("a" + i, types[i]);
            if (names != null) {
                known.put(names[i], types[i]);
            }
        }
        return known;
    }

    private record Parser(
            GuardedMethodSpec spec,
            Map<String, Class<?>> variables,
            StringValueResolver placeholders,
            BeanFactory beans,
            List<String> problems) {
        @Nullable
        Expression parse(String what, String text) {
            String resolved = placeholders.resolveStringValue(text);
            if (resolved == null || resolved.isBlank()) {
                return null;
            }
            try {
                SpelExpression expression = (SpelExpression) new SpelExpressionParser().parseExpression(resolved);
                new ExpressionCheck(
                                "its " + what + " expression", spec.name(), variables, spec.target(), beans, problems)
                        .check(expression.getAST());
                return expression;
            } catch (ParseException e) {
                problems.add("its " + what + " expression cannot be parsed: " + e.getSimpleMessage());
                return null;
            }
        }
    }
}
