package dev.semel.spring.method;

import java.lang.reflect.Method;
import org.aopalliance.aop.Advice;
import org.aopalliance.intercept.MethodInterceptor;
import org.aopalliance.intercept.MethodInvocation;
import org.jspecify.annotations.Nullable;
import org.springframework.aop.support.AopUtils;
import org.springframework.aop.support.StaticMethodMatcherPointcutAdvisor;
import org.springframework.util.ClassUtils;

/** The advice that runs calls of idempotent methods through their operations. */
public final class IdempotentAdvisor extends StaticMethodMatcherPointcutAdvisor {
    private static final long serialVersionUID = 1;

    /** Creates the advisor, with its order among others. */
    public IdempotentAdvisor(GuardedMethods methods, int order) {
        setAdvice(new Guarding(methods));
        setOrder(order);
        setClassFilter(GuardedMethods::mayHaveSome);
    }

    @Override
    public boolean matches(Method method, Class<?> target) {
        return GuardedMethods.annotation(method, target) != null;
    }

    /** Returns whether an advice is this one. */
    public static boolean isGuard(Advice advice) {
        return advice instanceof Guarding;
    }

    private record Guarding(GuardedMethods methods) implements MethodInterceptor {
        @Override
        public @Nullable Object invoke(MethodInvocation invocation) throws Throwable {
            Object bean = invocation.getThis();
            Class<?> target = bean == null ? invocation.getMethod().getDeclaringClass() : AopUtils.getTargetClass(bean);
            return methods.get(ClassUtils.getMostSpecificMethod(invocation.getMethod(), target), target)
                    .invoke(invocation);
        }
    }
}
