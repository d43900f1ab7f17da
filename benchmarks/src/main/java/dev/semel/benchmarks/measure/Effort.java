package dev.semel.benchmarks.measure;

/** The time to spend on a measurement. Reports name it, since figures of different efforts cannot be compared. */
public enum Effort {
    /** As short as possible, for tests of the suites: the figures mean nothing. */
    LEAST,
    /** One or two minutes for each suite: enough to notice that something has become slow. */
    QUICK,
    /** The effort of published figures. */
    THOROUGH;

    /** Returns one of three values, by effort. */
    public <T> T choose(T least, T quick, T thorough) {
        return switch (this) {
            case LEAST -> least;
            case QUICK -> quick;
            case THOROUGH -> thorough;
        };
    }
}
