package dev.semel.torture;

import java.util.Random;

/**
 * Which record a client asks for, and with which request.
 *
 * @param profile the operation
 * @param scope on whose behalf
 * @param key the key
 * @param request what it asks for
 */
record Target(Profile profile, String scope, String key, String request) {
    private static final long SLOT_MILLIS = 2_000;
    private static final int HOT = 3;
    private static final int COLD_PER_SECOND = 60;

    String id() {
        return Values.id(profile.operation(), scope, key);
    }

    static Target parse(String id) {
        String[] parts = id.split("\\|", 3);
        return new Target(Profile.of(id), parts[1], parts[2], Values.USUAL);
    }

    Target asking(String other) {
        return new Target(profile, scope, key, other);
    }

    /**
     * Any: in half of all cases one of the few that all want at this time, else one of the many of the last seconds. Scopes and keys are such that
     * another record has the same characters in a row.
     */
    static Target random(Random random, long millisSinceStart, Profile[] profiles) {
        Profile profile = profiles[random.nextInt(profiles.length)];
        String name = random.nextBoolean()
                ? "h" + (millisSinceStart / SLOT_MILLIS) + "-" + random.nextInt(HOT)
                : "c" + Math.max(0, millisSinceStart * COLD_PER_SECOND / 1_000 - random.nextInt(COLD_PER_SECOND * 3));
        String request = random.nextInt(20) == 0 ? Values.OTHER : Values.USUAL;
        return random.nextBoolean()
                ? new Target(profile, "t", "1" + name, request)
                : new Target(profile, "t1", name, request);
    }
}
