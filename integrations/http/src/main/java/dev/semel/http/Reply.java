package dev.semel.http;

import java.util.List;
import java.util.Objects;

/** What to send after the application ran. */
public sealed interface Reply {

    /** Returns the whole answer to send. */
    Answer answerFor(Answer produced);

    /**
     * Send what the application produced.
     *
     * @param added headers to send with it, such as how much is left of a quota
     * @param storable whether an answer such as this one is stored, by the rules of its route and the wish of the application
     */
    record AsProduced(List<Header> added, boolean storable) implements Reply {
        /** Copies the list. */
        public AsProduced {
            added = List.copyOf(added);
        }

        @Override
        public Answer answerFor(Answer produced) {
            return produced.adding(added);
        }
    }

    /**
     * Send this answer, and nothing of what the application produced.
     *
     * @param answer such as a problem document
     */
    record Instead(Answer answer) implements Reply {
        /** Checks that there is one. */
        public Instead {
            Objects.requireNonNull(answer, "answer");
        }

        @Override
        public Answer answerFor(Answer produced) {
            return answer;
        }
    }
}
