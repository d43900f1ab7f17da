package dev.semel.testkit;

import java.time.Duration;

/** A fault that can be injected into one call of a store. */
public sealed interface Fault {

    /** Returns the absence of a fault: the call is applied and answered. */
    static Fault none() {
        return new None();
    }

    /** Returns a fault by which the call never reaches the store. The caller gets a {@link dev.semel.StoreException}. */
    static Fault lostRequest() {
        return new LostRequest();
    }

    /** Returns a fault by which the store applies the call, and the caller gets a {@link dev.semel.StoreException} instead of the answer. */
    static Fault lostReply() {
        return new LostReply();
    }

    /** Returns a fault that delays the call before the store applies it. */
    static Fault delayBefore(Duration by) {
        return new DelayBefore(by);
    }

    /** Returns a fault that delays the answer after the store has applied the call. */
    static Fault delayAfter(Duration by) {
        return new DelayAfter(by);
    }

    /** Returns a fault by which the call never reaches the store, and the caller gets {@code thrown}. */
    static Fault error(RuntimeException thrown) {
        return new Throwing(thrown);
    }

    /** See {@link #none()}. */
    record None() implements Fault {}

    /** See {@link #lostRequest()}. */
    record LostRequest() implements Fault {}

    /** See {@link #lostReply()}. */
    record LostReply() implements Fault {}

    /**
     * See {@link #delayBefore}.
     *
     * @param by the length of the delay
     */
    record DelayBefore(Duration by) implements Fault {}

    /**
     * See {@link #delayAfter}.
     *
     * @param by the length of the delay
     */
    record DelayAfter(Duration by) implements Fault {}

    /**
     * See {@link #error}.
     *
     * @param thrown the exception that the caller gets
     */
    record Throwing(RuntimeException thrown) implements Fault {}
}
