package dev.semel.spring;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.springframework.core.annotation.AliasFor;

/**
 * A method of a bean that takes effect once for each key, however often it is called. The first call runs; every other one with the same key gets
 * the first result, or is told why not by a {@link dev.semel.RefusedException}. Needs {@link EnableIdempotent}.
 *
 * <pre>{@code
 * @Idempotent(operation = "payments.create", key = "#request.id", scope = "#tenant")
 * @Transactional
 * public Receipt pay(String tenant, PaymentRequest request) { ... }
 * }</pre>
 *
 * <p>Expressions are SpEL: parameters by name ({@code #request}) or number ({@code #p0}), beans by {@code @name}; {@code #root} is the bean itself.
 * Texts may hold {@code ${placeholders}}. What is not set here is taken from the {@linkplain OperationCustomizer customizers}, and what they do not set
 * has Semel's own default.
 *
 * <p>The result may be anything that JSON can hold, with its generic types; {@code void}; an {@code Optional}; a {@code ResponseEntity}; and each of
 * these in a {@code CompletableFuture} or a {@code Mono}. What can't be kept is refused when the bean is made, and so is what the proxy
 * could not guard: methods that are final, private or static, and calls that the class makes to itself.
 *
 * <p>With {@code @Transactional} on a SQL store whose pool is that of the transaction, record and rows commit together: see {@link Mode}.
 */
@Documented
@Inherited
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.METHOD, ElementType.ANNOTATION_TYPE})
public @interface Idempotent {

    /** The same as {@link #operation()}. */
    @AliasFor("operation")
    String value() default "";

    /**
     * The name of the operation, such as {@code payments.create}. By default the simple name of the class and the name of the method, such as
     * {@code PaymentService.pay}. It is part of every record: give one, so that renaming a class does not start anew.
     */
    @AliasFor("value")
    String operation() default "";

    /**
     * What names one logical request. Texts and numbers are keys as they are; one of more than 255 bytes, or with control characters, is refused
     * with {@link dev.semel.InvalidKeyException}. A list or an object gives a key derived from its JSON: {@code "{#text}"} takes a text of any length.
     * {@code null}, empty texts, lists and objects are no key: see {@code without-key} in {@link #policy()}.
     */
    String key();

    /** On whose behalf; by default what the bean {@link CurrentScope} says, and one scope for all if there is none. */
    String scope() default "";

    /**
     * Accepts calls of anonymous callers where the application authenticates its callers and no {@link #scope()} is set. Defaults to {@code
     * false}: such a call fails with {@link PrincipalMissingException}. All anonymous callers share one scope, so their keys must be hard to
     * guess, with at least 128 random bits. Also says that it is right that all callers share one scope where there is no {@link CurrentScope}.
     */
    boolean allowAnonymous() default false;

    /** What tells a retry from another request under the same key; by default all arguments. It is compared as canonical JSON. */
    String fingerprint() default "";

    /** 24 hours by default. How long a result is replayed, such as {@code 25h} or {@code PT25H}. */
    String retention() default "";

    /** 30 seconds by default, renewed while the method runs. Of no meaning in a transaction. */
    String lease() default "";

    /** Refused at once by default. How long a duplicate waits for the first call's result. */
    String waitUpTo() default "";

    /** None by default: the next call runs. Exceptions of the method that are kept and replayed. */
    Class<? extends Exception>[] replayFailures() default {};

    /** None by default. The name of a bean that is a {@link dev.semel.Reconciler} of the result, which is asked after an owner has gone. */
    String reconciler() default "";

    /**
     * Sets how the operation behaves, as the text of a {@link dev.semel.Policy}, such as {@code "after-abandonment=hold; without-key=run-unprotected"}.
     * Nothing is set by default. What another attribute of this annotation sets counts more. A lease and {@code without-store} are of no meaning in a
     * transaction.
     */
    String policy() default "";

    /** {@link Mode#AUTOMATIC} by default. */
    Mode mode() default Mode.AUTOMATIC;

    /** How the result is recorded. */
    enum Mode {
        /**
         * In the transaction of the method if it is {@code @Transactional} and the store is a SQL one with the transaction's pool; under a lease
         * otherwise.
         */
        AUTOMATIC,
        /** In the transaction of the method; the bean can't be made if that can't be. */
        TRANSACTIONAL,
        /** Under a lease, around the transaction of the method if it has one: the result is recorded after the commit. */
        LEASED
    }
}
