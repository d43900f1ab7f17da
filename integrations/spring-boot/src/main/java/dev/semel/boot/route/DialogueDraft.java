package dev.semel.boot.route;

import dev.semel.boot.SemelProperties;
import dev.semel.http.Dialogue;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/** Builds what the settings of a dialogue determine. */
public final class DialogueDraft {
    private Dialogue dialogue = Dialogue.DEFAULT;

    private DialogueDraft() {}

    /** Builds a dialogue, in which only what is set is set. */
    public static Dialogue of(SemelProperties.DialogueSettings settings) {
        return new DialogueDraft()
                .with(settings.statusWhileRunning(), Dialogue::statusWhileRunning)
                .with(settings.retryAfter(), Dialogue::retryAfter)
                .with(settings.replayHeader(), Dialogue::replayHeader)
                .with(settings.marksFirst(), Dialogue::marksFirst)
                .with(settings.expiryHeader(), Dialogue::expiryHeader)
                .with(settings.replayedMember(), Dialogue::replayedMember)
                .with(settings.problemTypes(), Dialogue::problemTypes)
                .with(settings.registeredTypes(), Dialogue::registeredTypes)
                .with(settings.documentation(), Dialogue::documentation)
                .with(settings.uuidKeys(), DialogueDraft::uuidKeys)
                .with(settings.keyLength(), Dialogue::keyLength)
                .with(settings.keyPattern(), Dialogue::keyPattern)
                .dialogue;
    }

    private <V> DialogueDraft with(@Nullable V value, BiFunction<Dialogue, V, Dialogue> setting) {
        dialogue = value == null ? dialogue : setting.apply(dialogue, value);
        return this;
    }

    private static Dialogue uuidKeys(Dialogue dialogue, String version) {
        if (version.strip().equalsIgnoreCase("any")) {
            return dialogue.uuidKeys();
        }
        // anything but a digit is a version that no dialogue accepts
        return dialogue.uuidKeys(version.strip().matches("[1-9]") ? Integer.parseInt(version.strip()) : -1);
    }
}
