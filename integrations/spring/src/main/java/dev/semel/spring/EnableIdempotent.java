package dev.semel.spring;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.springframework.context.annotation.Import;
import org.springframework.core.Ordered;

/**
 * Turns {@link Idempotent} on, on a configuration class. The context must have one bean of the type {@link dev.semel.Semel}, or a primary one.
 *
 * <p>Results and requests are written with the bean {@code ObjectMapper} of Jackson 2 if there is one, else with one that has all modules of the class
 * path.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
@Import(IdempotentRegistrar.class)
public @interface EnableIdempotent {

    /** The default of {@link #order()}: right outside of transactions, and inside of nearly everything else. */
    int DEFAULT_ORDER = Ordered.LOWEST_PRECEDENCE - 100;

    /**
     * Where the advice stands among others. It must stand outside of the advice for transactions, whose order is the lowest by default; a bean for
     * which it does not can't be made. What decides who may call a method belongs outside of this.
     */
    int order() default DEFAULT_ORDER;

    /** False by default, as usual in Spring. Whether beans that implement interfaces are proxied by their class, too. */
    boolean proxyTargetClass() default false;
}
