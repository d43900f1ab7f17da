package dev.semel.spring;

import dev.semel.spring.start.IdempotentRegistrar;
import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.springframework.context.annotation.Import;
import org.springframework.core.Ordered;

/**
 * Enables {@link Idempotent}. Put it on a configuration class. The context must have one bean of the type {@link dev.semel.Semel}, or a primary one.
 *
 * <p>Results and requests are written with the bean {@code ObjectMapper} of Jackson 2 if there is exactly one, and otherwise with a mapper that has all
 * modules of the class path.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
@Import(IdempotentRegistrar.class)
public @interface EnableIdempotent {

    /** The default of {@link #order()}: directly outside of transactions, and inside of nearly all other advice. */
    int DEFAULT_ORDER = Ordered.LOWEST_PRECEDENCE - 100;

    /**
     * Sets the order of the advice. Defaults to {@link #DEFAULT_ORDER}. The advice must be outside of the transaction advice, whose order is the lowest by
     * default; otherwise the creation of the bean fails. Advice that decides who may call a method belongs outside of this one.
     */
    int order() default DEFAULT_ORDER;

    /** Sets whether beans that implement interfaces are proxied by their class. Defaults to false, as usual in Spring. */
    boolean proxyTargetClass() default false;
}
