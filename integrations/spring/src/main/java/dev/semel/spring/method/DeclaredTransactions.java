package dev.semel.spring.method;

import dev.semel.Operation;
import dev.semel.jdbc.RoutedStore;
import dev.semel.spring.Idempotent;
import dev.semel.spring.result.ResultForm;
import dev.semel.spring.transaction.SpringTransactions;
import dev.semel.store.Store;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.annotation.BeanFactoryAnnotationUtils;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.TransactionManager;
import org.springframework.transaction.interceptor.TransactionAttribute;
import org.springframework.transaction.interceptor.TransactionAttributeSource;
import org.springframework.transaction.interceptor.TransactionInterceptor;
import org.springframework.transaction.support.TransactionSynchronizationManager;
import org.springframework.util.ClassUtils;

/**
 * Decides by what {@code @Transactional} declares, as the transaction advice understands it. That advice is inside of the guard, so a transaction that
 * it opens differs from that of the record, and a transaction that it joins is the same.
 */
final class DeclaredTransactions implements TransactionChoice {
    private static final boolean JDBC =
            isPresent("dev.semel.jdbc.JdbcStore") && isPresent("org.springframework.jdbc.datasource.DataSourceUtils");
    private static final Set<Integer> JOINS =
            Set.of(TransactionDefinition.PROPAGATION_REQUIRED, TransactionDefinition.PROPAGATION_MANDATORY);

    private final BeanFactory beans;
    private final Store store;
    private final Fallback fallback;

    /** The transaction that is declared for a method. */
    private record Declared(TransactionAttribute attribute, TransactionManager manager) {
        int propagation() {
            return attribute.getPropagationBehavior();
        }
    }

    DeclaredTransactions(BeanFactory beans, Store store, Fallback fallback) {
        this.beans = beans;
        this.store = store;
        this.fallback = fallback;
    }

    private static boolean isPresent(String type) {
        return ClassUtils.isPresent(type, DeclaredTransactions.class.getClassLoader());
    }

    @Override
    public @Nullable Running running(
            GuardedMethodSpec spec, ResultForm form, Operation<@Nullable Object> operation, List<String> problems) {
        Idempotent.Mode mode = spec.annotation().mode();
        Declared declared = declared(spec);
        if (declared == null) {
            if (mode == Idempotent.Mode.TRANSACTIONAL) {
                problems.add("its mode is TRANSACTIONAL, but it has no transaction; put @Transactional on it, and"
                        + " @EnableTransactionManagement on the configuration");
            }
            return Running.leased(operation, () -> {});
        }
        SpringTransactions joined =
                JDBC && mode != Idempotent.Mode.LEASED ? SpringTransactions.of(store, declared.manager()) : null;
        if (joined == null) {
            return leased(declared, spec, operation, problems);
        }
        check(declared, form, problems);
        return Running.in(joined.by(declared.attribute()), operation);
    }

    private static void check(Declared declared, ResultForm form, List<String> problems) {
        if (!JOINS.contains(declared.propagation())) {
            problems.add(
                    "the propagation of its transaction must be REQUIRED or MANDATORY, so that its rows are in the transaction of its"
                            + " record; choose one of them, or the mode LEASED to record its result after its transaction");
        }
        if (declared.attribute().isReadOnly()) {
            problems.add("its transaction is read-only, and its record is written in it; leave readOnly out");
        }
        if (form.delivery() != ResultForm.Delivery.AT_ONCE) {
            problems.add(
                    "its result completes after its transaction has ended; return the value itself, or choose the mode LEASED");
        }
    }

    private Running leased(
            Declared declared, GuardedMethodSpec spec, Operation<@Nullable Object> operation, List<String> problems) {
        if (spec.annotation().mode() == Idempotent.Mode.TRANSACTIONAL) {
            problems.add("its mode is TRANSACTIONAL, but " + notJoined());
        } else if (declared.propagation() == TransactionDefinition.PROPAGATION_MANDATORY) {
            problems.add(
                    "its transaction is always the caller's (MANDATORY), which ends after its result was recorded under a lease; choose"
                            + " REQUIRED or REQUIRES_NEW");
        } else if (spec.annotation().mode() == Idempotent.Mode.AUTOMATIC) {
            fallback.apply(spec, notJoined(), problems);
        }
        boolean opensNew = declared.propagation() == TransactionDefinition.PROPAGATION_REQUIRES_NEW;
        return Running.leased(operation, opensNew ? () -> {} : () -> refuseWithinTransaction(spec.operation()));
    }

    /** Returns why the store's records can't be part of a transaction, and what to do. */
    private String notJoined() {
        return JDBC && store instanceof RoutedStore
                ? "the records of a RoutedStore are in several databases and take no part in Spring's transactions; choose the mode LEASED"
                : "the store is not a SQL store on the pool of its transaction manager; give JdbcStore the DataSource bean that the"
                        + " transaction manager has, or choose the mode LEASED";
    }

    private static void refuseWithinTransaction(String operation) {
        if (TransactionSynchronizationManager.isActualTransactionActive()) {
            throw new IllegalStateException(
                    "the operation " + operation
                            + " is called within a transaction that its rows would join, and that ends after its result was recorded under a lease;"
                            + " call it outside of one, let it open a new one (REQUIRES_NEW), or keep the records in the same database");
        }
    }

    /** Returns the declaration of the first transaction advice that has one. There may be several, by annotation and by configuration. */
    private @Nullable Declared declared(GuardedMethodSpec spec) {
        for (TransactionInterceptor advice : beans.getBeanProvider(TransactionInterceptor.class)) {
            TransactionAttributeSource source = advice.getTransactionAttributeSource();
            TransactionAttribute attribute =
                    source == null ? null : source.getTransactionAttribute(spec.method(), spec.target());
            if (attribute != null && hasTransaction(attribute)) {
                return new Declared(attribute, manager(advice, attribute));
            }
        }
        return null;
    }

    private static boolean hasTransaction(TransactionAttribute attribute) {
        int propagation = attribute.getPropagationBehavior();
        return propagation != TransactionDefinition.PROPAGATION_NEVER
                && propagation != TransactionDefinition.PROPAGATION_NOT_SUPPORTED;
    }

    /** Returns the manager that the transaction advice uses. */
    private TransactionManager manager(TransactionInterceptor advice, TransactionAttribute attribute) {
        String qualifier = attribute.getQualifier();
        if (qualifier != null && !qualifier.isEmpty()) {
            return BeanFactoryAnnotationUtils.qualifiedBeanOfType(beans, TransactionManager.class, qualifier);
        }
        TransactionManager chosen = advice.getTransactionManager();
        return chosen == null ? beans.getBean(TransactionManager.class) : chosen;
    }
}
