package dev.semel.torture.protocol;

import java.util.Random;

/**
 * The record that a client asks for, and its request.
 *
 * @param profile the operation
 * @param scope the scope of the key
 * @param key the key
 * @param request what it asks for
 */
public record Target(Profile profile, String scope, String key, String request) {
    private static final long HOT_MILLIS = 400;
    private static final int HOT = 2;
    private static final int COLD_PER_SECOND = 5;
    private static final int COLD_SECONDS = 6;
    private static final long SHORT_MILLIS = 10_000;

    public String id() {
        return Values.id(profile.operation(), scope, key);
    }

    public static Target parse(String id) {
        String[] parts = id.split("\\|", 3);
        return new Target(Profile.of(id), parts[1], parts[2], Values.USUAL);
    }

    /** Returns the same record with a different request. */
    public Target other() {
        return asking(request.equals(Values.USUAL) ? Values.OTHER : Values.USUAL);
    }

    private Target asking(String other) {
        return new Target(profile, scope, key, other);
    }

    /**
     * Returns a random target: in half of all cases a record that all clients want at this time, otherwise one of the many of the last seconds. Scopes and keys are chosen so that another record has the same characters in a row.
     */
    public static Target random(Random random, String tag, long millisSinceStart, Profile[] profiles) {
        long slot = millisSinceStart / HOT_MILLIS;
        boolean hot = random.nextBoolean();
        Random which = hot ? new Random(slot * HOT + random.nextInt(HOT)) : random;
        Profile profile = profiles[which.nextInt(profiles.length)];
        String name = tag + (hot ? "h" + slot : cold(random, millisSinceStart, profile));
        String request = random.nextInt(20) == 0 ? Values.OTHER : Values.USUAL;
        return which.nextBoolean()
                ? new Target(profile, "t", "1" + name, request)
                : new Target(profile, "t1", name, request);
    }

    /** Records that are recreated all the time are requested repeatedly, so that faults hit their ends and beginnings. */
    private static String cold(Random random, long millisSinceStart, Profile profile) {
        if (profile.isShort()) {
            return "s" + millisSinceStart / SHORT_MILLIS;
        }
        int back = random.nextInt(COLD_PER_SECOND * COLD_SECONDS);
        return "c" + Math.max(0, millisSinceStart * COLD_PER_SECOND / 1_000 - back);
    }
}
