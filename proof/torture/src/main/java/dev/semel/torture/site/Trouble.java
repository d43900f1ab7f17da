package dev.semel.torture.site;

/** The exceptions that the work of an operation throws. */
public abstract sealed class Trouble extends RuntimeException {
    private Trouble(String message) {
        super(message);
    }

    /** A failure that is a result, and is replayed where the policy says so. The work took no effect. */
    public static final class Declined extends Trouble {
        public Declined(String message) {
            super(message);
        }
    }

    /** The work took no effect, and may run again. */
    public static final class NoEffect extends Trouble {
        public NoEffect() {
            super("no effect");
        }
    }

    /** The work may have taken effect. */
    public static final class Unclear extends Trouble {
        public Unclear() {
            super("unclear");
        }
    }
}
