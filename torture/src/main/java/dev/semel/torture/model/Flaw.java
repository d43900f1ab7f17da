package dev.semel.torture.model;

/** What can be broken in the model, so that it is seen that the rules notice. */
public enum Flaw {
    /** Nothing. */
    NONE,
    SETTLES_WITHOUT_TOKEN,
    SETTLES_BY_EPOCH_ALONE,
    RELEASES_WITHOUT_TOKEN,
    RENEWS_WITHOUT_TOKEN,
    TAKES_OVER_WITHOUT_EPOCH,
    TAKES_OVER_LIVE_LEASE,
    IGNORES_NONCE,
    IGNORES_HOLD,
    FORGETS_TAKEOVER,
    FREES_WHAT_WAS_ASKED_FOR,
    PURGES_SETTLED,
    ANSWERS_BEFORE_STORING,
    GIVES_UNSTORED_FAILURE,
    GUESSES_CLAIMED
}
