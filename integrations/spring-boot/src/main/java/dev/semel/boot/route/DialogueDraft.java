package dev.semel.boot.route;

import dev.semel.boot.SemelProperties;
import dev.semel.http.Dialogue;

/** Builds what the settings of a dialogue determine. */
public final class DialogueDraft {
    private DialogueDraft() {}

    /** Builds a dialogue, in which only what is set is set. */
    public static Dialogue of(SemelProperties.DialogueSettings settings) {
        Dialogue dialogue = Dialogue.DEFAULT;
        if (settings.statusWhileRunning() != null) {
            dialogue = dialogue.statusWhileRunning(settings.statusWhileRunning());
        }
        if (settings.retryAfter() != null) {
            dialogue = dialogue.retryAfter(settings.retryAfter());
        }
        return dialogue;
    }
}
