package dev.semel.torture;

/** What the work of an operation throws. */
abstract sealed class Trouble extends RuntimeException {
    private Trouble(String message) {
        super(message);
    }

    /** An answer of its own, to be replayed where the policy says so. The work took no effect. */
    static final class Declined extends Trouble {
        Declined(String message) {
            super(message);
        }
    }

    /** The work took no effect, and may run again. */
    static final class NoEffect extends Trouble {
        NoEffect() {
            super("no effect");
        }
    }

    /** The work may have taken effect. */
    static final class Unclear extends Trouble {
        Unclear() {
            super("unclear");
        }
    }
}
