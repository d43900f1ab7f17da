package dev.semel.spring.method;

import dev.semel.InvalidKeyException;
import dev.semel.jackson.JsonKey;
import dev.semel.spring.CurrentScope;
import dev.semel.spring.PrincipalMissingException;
import java.util.Arrays;
import java.util.List;
import org.aopalliance.intercept.MethodInvocation;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.context.expression.MethodBasedEvaluationContext;
import org.springframework.core.ParameterNameDiscoverer;
import org.springframework.expression.BeanResolver;
import org.springframework.expression.EvaluationException;
import org.springframework.expression.Expression;

/** Evaluates the key, scope and request of a call with the expressions of its method. */
final class Expressions {
    private final String method;
    private final Expression key;
    private final @Nullable Expression scope;
    private final @Nullable Expression request;
    private final boolean anonymousAllowed;
    private final Surroundings surroundings;

    /** The context of expressions, apart from the arguments. */
    record Surroundings(
            ParameterNameDiscoverer names, BeanResolver beans, ObjectProvider<CurrentScope> scope, JsonKey keys) {}

    /**
     * Creates the expressions of a method.
     *
     * @param method the class and the method, for messages
     */
    Expressions(String method, MethodExpressions parsed, Surroundings surroundings) {
        this.method = method;
        this.key = parsed.key();
        this.scope = parsed.scope();
        this.request = parsed.fingerprint();
        this.anonymousAllowed = parsed.anonymousAllowed();
        this.surroundings = surroundings;
    }

    MethodCall read(MethodInvocation invocation) {
        MethodBasedEvaluationContext context = new MethodBasedEvaluationContext(
                invocation.getThis(), invocation.getMethod(), invocation.getArguments(), surroundings.names());
        context.setBeanResolver(surroundings.beans());
        return new MethodCall(key(context), scope(context), request(context, invocation));
    }

    private @Nullable String key(MethodBasedEvaluationContext context) {
        try {
            return surroundings.keys().of(value("key", key, context));
        } catch (IllegalArgumentException e) {
            throw new InvalidKeyException("the key expression " + key.getExpressionString() + " of " + method
                    + " returns a value that cannot be written as JSON; it must return a text or a number");
        }
    }

    private @Nullable String scope(MethodBasedEvaluationContext context) {
        if (scope == null) {
            return principal();
        }
        Object value = value("scope", scope, context);
        if (value == null) {
            throw new InvalidKeyException("the scope expression " + scope.getExpressionString() + " of " + method
                    + " returns null; it must return the scope of the call");
        }
        return value.toString();
    }

    private @Nullable String principal() {
        CurrentScope current = surroundings.scope().getIfAvailable();
        String principal = current == null ? null : current.get();
        if (current != null && principal == null && !anonymousAllowed) {
            throw new PrincipalMissingException();
        }
        return principal;
    }

    /** Returns whether all callers share one scope without a setting that accepts this. */
    boolean sharesScope() {
        return scope == null && !anonymousAllowed && surroundings.scope().getIfAvailable() == null;
    }

    private @Nullable Object request(MethodBasedEvaluationContext context, MethodInvocation invocation) {
        if (request != null) {
            return value("fingerprint", request, context);
        }
        List<@Nullable Object> all = Arrays.asList(invocation.getArguments());
        return all;
    }

    private @Nullable Object value(String what, Expression expression, MethodBasedEvaluationContext context) {
        try {
            return expression.getValue(context);
        } catch (EvaluationException e) {
            throw new IllegalStateException(
                    "the " + what + " expression " + expression.getExpressionString() + " of " + method
                            + " cannot be evaluated for this call; see the cause",
                    e);
        }
    }
}
