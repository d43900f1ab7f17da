package dev.semel.jdbc.record;

import java.util.List;

/**
 * About how many of the last claims had an answer without a write: what claims were like is what the next ones will be like. It only says
 * which way is tried first, so threads may overwrite what others have noted.
 */
public final class ReplayShare {
    private static final int ALL = 1 << 16;
    private static final int MEMORY = 32;

    private volatile int share = ALL / 2;
    private volatile boolean pinned;

    /** Makes it stay as it is told, for those who want to go one way. */
    public void pin(int percent) {
        pinned = true;
        share = ALL / 100 * percent;
    }

    public boolean isAbove(int percent) {
        return share > ALL / 100 * percent;
    }

    public void note(List<ClaimCall> claims, Answers answers) {
        long answered =
                claims.stream().filter(claim -> isReplay(claim, answers)).count();
        note(claims.size(), (int) answered);
    }

    /** After a statement that answers only what is new: what it left open is most often a replay. */
    public void noteOpen(List<ClaimCall> claims, Answers answers) {
        long open = claims.stream()
                .filter(claim -> answers.row(claim.digest()) == null)
                .count();
        note(claims.size(), (int) open);
    }

    private static boolean isReplay(ClaimCall claim, Answers answers) {
        Row row = answers.row(claim.digest());
        // The nonce is made when it is first asked for: not for what is settled.
        return row != null
                && (row.state() >= Row.COMPLETED
                        || !row.token().nonce().equals(claim.request().nonce()));
    }

    public void note(int claims, int answered) {
        if (pinned) {
            return;
        }
        int weight = Math.min(claims, MEMORY / 2);
        share = (int) ((share * (long) (MEMORY - weight) + (long) ALL * answered / claims * weight) / MEMORY);
    }
}
