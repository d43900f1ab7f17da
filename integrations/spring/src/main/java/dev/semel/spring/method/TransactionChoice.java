package dev.semel.spring.method;

import dev.semel.Operation;
import dev.semel.spring.Idempotent;
import dev.semel.spring.result.ResultForm;
import dev.semel.store.Store;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.util.ClassUtils;
import org.springframework.util.StringValueResolver;

/** Decides whether a method's calls run in their transaction or under a lease. */
interface TransactionChoice {

    /** Returns how the calls run, or {@code null} if errors, which are added to the problems, prevent that. */
    @Nullable
    Running running(
            GuardedMethodSpec spec, ResultForm form, Operation<@Nullable Object> operation, List<String> problems);

    static TransactionChoice of(BeanFactory beans, Store store, StringValueResolver placeholders) {
        ClassLoader loader = TransactionChoice.class.getClassLoader();
        return ClassUtils.isPresent("org.springframework.transaction.interceptor.TransactionInterceptor", loader)
                ? new DeclaredTransactions(beans, store, Fallback.of(placeholders))
                : TransactionChoice::leased;
    }

    private static @Nullable Running leased(
            GuardedMethodSpec spec, ResultForm form, Operation<@Nullable Object> operation, List<String> problems) {
        if (spec.annotation().mode() == Idempotent.Mode.TRANSACTIONAL) {
            problems.add("its mode is TRANSACTIONAL, but spring-tx is not on the class path; add it");
            return null;
        }
        return Running.leased(operation, () -> {});
    }
}
