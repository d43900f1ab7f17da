package dev.semel.spring.start;

import java.lang.reflect.Method;
import org.jspecify.annotations.Nullable;
import org.springframework.aop.Advisor;
import org.springframework.aop.PointcutAdvisor;
import org.springframework.transaction.interceptor.TransactionInterceptor;
import org.springframework.util.ClassUtils;

/** Recognises the advice that opens transactions. */
final class TransactionAdvice {
    private static final boolean PRESENT = ClassUtils.isPresent(
            "org.springframework.transaction.interceptor.TransactionInterceptor",
            TransactionAdvice.class.getClassLoader());

    private TransactionAdvice() {}

    static boolean isFor(Advisor advisor, Method method, @Nullable Class<?> target) {
        return PRESENT
                && advisor.getAdvice() instanceof TransactionInterceptor
                && target != null
                && (!(advisor instanceof PointcutAdvisor pointcut)
                        || pointcut.getPointcut().getMethodMatcher().matches(method, target));
    }
}
