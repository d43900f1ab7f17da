package dev.semel.http;

import java.util.List;
import java.util.Objects;

/** The instruction what to send after the application ran. */
public sealed interface Reply {

    /** Returns the whole answer to send. */
    Answer answerFor(Answer produced);

    /**
     * Send what the application produced.
     *
     * @param added headers to send with it, such as those of a quota
     * @param storable whether such an answer is stored, by the rules of its route and the choice of the application
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
     * Send this answer instead of the application's.
     *
     * @param answer the answer, such as a problem document
     */
    record Instead(Answer answer) implements Reply {
        /** Rejects {@code null}. */
        public Instead {
            Objects.requireNonNull(answer, "answer");
        }

        @Override
        public Answer answerFor(Answer produced) {
            return answer;
        }
    }
}
