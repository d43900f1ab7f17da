package dev.semel.testkit;

import java.time.Duration;

/** What can go wrong with one call to a store. */
public sealed interface Fault {

    /** Nothing. */
    static Fault none() {
        return new None();
    }

    /** The call never reaches the store, and the caller gets an error. */
    static Fault lostRequest() {
        return new LostRequest();
    }

    /** The store applies the call, and the caller gets an error instead of the answer. */
    static Fault lostReply() {
        return new LostReply();
    }

    /** The call is held up before the store applies it. */
    static Fault delayBefore(Duration by) {
        return new DelayBefore(by);
    }

    /** The answer is held up after the store has applied the call. */
    static Fault delayAfter(Duration by) {
        return new DelayAfter(by);
    }

    /** The call never reaches the store, and the caller gets this very exception. */
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
     * @param by how long
     */
    record DelayBefore(Duration by) implements Fault {}

    /**
     * See {@link #delayAfter}.
     *
     * @param by how long
     */
    record DelayAfter(Duration by) implements Fault {}

    /**
     * See {@link #error}.
     *
     * @param thrown what the caller gets
     */
    record Throwing(RuntimeException thrown) implements Fault {}
}
