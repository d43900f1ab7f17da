package dev.semel.spring;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.springframework.core.annotation.AliasFor;

/**
 * Makes a method of a bean take effect once for each key. The first call runs. Every other call with the same key gets the first result, or a {@link
 * dev.semel.RefusedException} with the reason why not. Needs {@link EnableIdempotent}.
 *
 * <pre>{@code
 * @Idempotent(operation = "payments.create", key = "#request.id", scope = "#tenant")
 * @Transactional
 * public Receipt pay(String tenant, PaymentRequest request) { ... }
 * }</pre>
 *
 * <p>Expressions are SpEL: parameters by name ({@code #request}) or number ({@code #p0}), beans by {@code @name}; {@code #root} is the bean itself.
 * Texts may contain {@code ${placeholders}}. A setting that is not set here is taken from the {@linkplain OperationCustomizer customizers}, and then from
 * Semel's defaults.
 *
 * <p>The result may be anything that JSON can represent, with its generic types; {@code void}; an {@code Optional}; a {@code ResponseEntity}; and each of
 * these in a {@code CompletableFuture} or a {@code Mono}. The creation of the bean fails if its results cannot be stored, and if the proxy could not guard
 * it: methods that are final, private or static, and calls that the class makes to itself.
 *
 * <p>With {@code @Transactional} on a SQL store whose pool is that of the transaction, record and rows commit together: see {@link Mode}.
 */
@Documented
@Inherited
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.METHOD, ElementType.ANNOTATION_TYPE})
public @interface Idempotent {

    /** Sets the name of the operation: an alias of {@link #operation()}. */
    @AliasFor("operation")
    String value() default "";

    /**
     * Sets the name of the operation, such as {@code payments.create}. Defaults to the simple name of the class and the name of the method, such as
     * {@code PaymentService.pay}. It is part of every record: set it, so that records survive the renaming of a class.
     */
    @AliasFor("value")
    String operation() default "";

    /**
     * Sets the expression for the key of a logical request. Texts and numbers are used unchanged; a key of more than 255 bytes, or with control
     * characters, is refused with {@link dev.semel.InvalidKeyException}. A list or an object produces a key derived from its JSON: {@code "{#text}"}
     * accepts a text of any length.
     * {@code null}, empty texts, lists and objects are no key: see {@code without-key} in {@link #policy()}.
     */
    String key();

    /** Sets the expression for the scope. Defaults to the bean {@link CurrentScope}, or one scope for all callers if there is none. */
    String scope() default "";

    /**
     * Accepts calls of anonymous callers where the application authenticates its callers and no {@link #scope()} is set. Defaults to {@code
     * false}: such a call fails with {@link PrincipalMissingException}. All anonymous callers share one scope, so their keys must be hard to
     * guess, with at least 128 random bits. Without a {@link CurrentScope} it also accepts that all callers share one scope.
     */
    boolean allowAnonymous() default false;

    /** Sets the expression for the data that distinguishes requests under the same key, compared as canonical JSON. Defaults to all arguments. */
    String fingerprint() default "";

    /** Sets how long a result is replayed, such as {@code 25h} or {@code PT25H}. Defaults to 24 hours. */
    String retention() default "";

    /** Sets the lease, which is renewed while the method runs. Defaults to 30 seconds. Has no effect in a transaction. */
    String lease() default "";

    /** Sets how long a duplicate waits for the first call's result. By default it is refused immediately. */
    String waitUpTo() default "";

    /** Sets the exceptions of the method that are stored and replayed. None by default: the next call runs. */
    Class<? extends Exception>[] replayFailures() default {};

    /** Sets the name of a {@link dev.semel.policy.Reconciler} bean, which is asked after an abandonment. None by default. */
    String reconciler() default "";

    /**
     * Sets the policy of the operation as text of a {@link dev.semel.policy.Policy}, such as {@code "after-abandonment=hold; without-key=run-unprotected"}.
     * Nothing is set by default. The other attributes of this annotation take precedence. A lease and {@code without-store} have no effect in a
     * transaction.
     */
    String policy() default "";

    /**
     * Sets JSON Pointers to the members of the result that are not stored, such as {@code /token}; the step {@code *} stands for each member or element. None by
     * default. The first caller gets them; a replay is without them, so its type must allow that. In a {@code ResponseEntity} they refer to the body.
     */
    String[] redacting() default {};

    /**
     * Sets the name of a {@link dev.semel.Codec.StoredForm} bean, which changes what is stored of the result and makes the result of a replay, such as with a fresh
     * signed URL. None by default.
     */
    String storedForm() default "";

    /** Sets how the result is recorded. Defaults to {@link Mode#AUTOMATIC}. */
    Mode mode() default Mode.AUTOMATIC;

    /** The ways of recording a result. */
    enum Mode {
        /**
         * In the transaction of the method if it is {@code @Transactional} and the store is a SQL one with the transaction's pool; under a lease
         * otherwise.
         */
        AUTOMATIC,
        /** In the transaction of the method. The creation of the bean fails if that is impossible. */
        TRANSACTIONAL,
        /** Under a lease, around the transaction of the method if it has one: the result is recorded after the commit. */
        LEASED
    }
}
