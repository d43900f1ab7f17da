package dev.semel.jdbc.record;

import java.util.List;

/**
 * The approximate share of recent claims that were answered without a write, as a forecast for the next ones. It only decides what is tried
 * first, so threads may overwrite each other's notes.
 */
public final class ReplayShare {
    private static final int ALL = 1 << 16;
    private static final int MEMORY = 32;

    private volatile int share = ALL / 2;
    private volatile boolean pinned;

    /** Fixes the share, so that tests can choose a way. */
    public void pin(int percent) {
        pinned = true;
        share = ALL / 100 * percent;
    }

    /** Returns whether the share is above a percentage. */
    public boolean isAbove(int percent) {
        return share > ALL / 100 * percent;
    }

    /** Notes the answers of claims. */
    public void note(List<ClaimCall> claims, Answers answers) {
        long answered =
                claims.stream().filter(claim -> isReplay(claim, answers)).count();
        note(claims.size(), (int) answered);
    }

    /** Notes the result of a statement that answers new records only. The claims that it left open are most often replays. */
    public void noteOpen(List<ClaimCall> claims, Answers answers) {
        long open = claims.stream()
                .filter(claim -> answers.row(claim.digest()) == null)
                .count();
        note(claims.size(), (int) open);
    }

    private static boolean isReplay(ClaimCall claim, Answers answers) {
        Row row = answers.row(claim.digest());
        // A nonce is generated on first use, so a settled record does not ask for it.
        return row != null
                && (row.state() >= Row.COMPLETED
                        || !row.token().nonce().equals(claim.request().nonce()));
    }

    /** Notes how many claims were answered without a write. */
    public void note(int claims, int answered) {
        if (pinned) {
            return;
        }
        int weight = Math.min(claims, MEMORY / 2);
        share = (int) ((share * (long) (MEMORY - weight) + (long) ALL * answered / claims * weight) / MEMORY);
    }
}
