package dev.semel.spring.method;

import dev.semel.Context;
import dev.semel.spring.CurrentAttempt;
import java.lang.reflect.UndeclaredThrowableException;
import org.aopalliance.intercept.MethodInvocation;
import org.jspecify.annotations.Nullable;
import org.springframework.aop.ProxyMethodInvocation;

/** The remaining advice and method of an invocation, run with the attempt bound to the thread. */
record Proceeding(MethodInvocation invocation) {

    /** Returns a copy that can be run later, on a different thread, and more than once. */
    static Proceeding copyOf(MethodInvocation invocation) {
        return new Proceeding(
                invocation instanceof ProxyMethodInvocation proxied ? proxied.invocableClone() : invocation);
    }

    @Nullable
    Object run(Context attempt) throws Exception {
        return CurrentAttempt.during(attempt, this::proceed);
    }

    private @Nullable Object proceed() throws Exception {
        try {
            return invocation.proceed();
        } catch (Exception | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new UndeclaredThrowableException(e);
        }
    }
}
