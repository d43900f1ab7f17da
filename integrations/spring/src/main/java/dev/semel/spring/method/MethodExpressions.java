package dev.semel.spring.method;

import dev.semel.spring.Idempotent;
import java.lang.reflect.Method;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.core.ParameterNameDiscoverer;
import org.springframework.expression.Expression;
import org.springframework.expression.ParseException;
import org.springframework.expression.spel.SpelNode;
import org.springframework.expression.spel.ast.VariableReference;
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
            Idempotent annotation, Names names, StringValueResolver placeholders, List<String> problems) {
        Parser parser = new Parser(names.known(), placeholders, problems);
        Expression key = parser.parse("key", annotation.key());
        if (key == null && problems.isEmpty()) {
            problems.add("its key expression is empty; name a value that identifies the request, such as #request.id");
        }
        Expression scope = parser.parse("scope", annotation.scope());
        Expression fingerprint = parser.parse("fingerprint", annotation.fingerprint());
        return key == null ? null : new MethodExpressions(key, scope, fingerprint, annotation.allowAnonymous());
    }

    /** The variables that an expression may use. */
    record Names(Set<String> known) {
        static Names of(Method method, ParameterNameDiscoverer discoverer) {
            Set<String> known = new HashSet<>(Set.of("root", "this"));
            String[] names = discoverer.getParameterNames(method);
            for (int i = 0; i < method.getParameterCount(); i++) {
                known.add("p" + i);
                known.add("a" + i);
                if (names != null) {
                    known.add(names[i]);
                }
            }
            return new Names(known);
        }
    }

    private record Parser(Set<String> known, StringValueResolver placeholders, List<String> problems) {
        @Nullable
        Expression parse(String what, String text) {
            String resolved = placeholders.resolveStringValue(text);
            if (resolved == null || resolved.isBlank()) {
                return null;
            }
            try {
                SpelExpression expression = (SpelExpression) new SpelExpressionParser().parseExpression(resolved);
                check(what, expression.getAST());
                return expression;
            } catch (ParseException e) {
                problems.add("its " + what + " expression cannot be parsed: " + e.getSimpleMessage());
                return null;
            }
        }

        private void check(String what, SpelNode node) {
            if (node instanceof VariableReference variable
                    && !known.contains(variable.toStringAST().substring(1))) {
                problems.add(
                        "its " + what + " expression names " + variable.toStringAST()
                                + ", which is not a parameter; compile with -parameters, or name it by its number, such as #p0");
            }
            for (int i = 0; i < node.getChildCount(); i++) {
                check(what, node.getChild(i));
            }
        }
    }
}
