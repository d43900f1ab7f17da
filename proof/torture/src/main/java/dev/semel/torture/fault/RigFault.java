package dev.semel.torture.fault;

import dev.semel.servers.RedisServer;
import dev.semel.torture.crew.Place;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.Set;

/** The faults that strike the parts of a run. */
public enum RigFault {
    KILL(Lane.KILLS, 12),
    KILL_AT_POINT(Lane.KILLS, 14),
    PAUSE(Lane.PAUSES, 18),
    PAUSE_AT_POINT(Lane.PAUSES, 10),
    CRASH_SERVER(Lane.SERVER, 2.4),
    FREEZE_SERVER(Lane.SERVER, 1.5),
    FILL_MEMORY(Lane.SERVER, 8),
    RESHARD(Lane.SERVER, 4),
    LOSE_REPLY(Lane.NETWORK, 100),
    LOSE_REQUEST(Lane.NETWORK, 30),
    CUT(Lane.NETWORK, 10),
    CUT_WITHIN_REPLY(Lane.NETWORK, 20),
    DELAY(Lane.NETWORK, 6),
    SWALLOW_REPLIES(Lane.NETWORK, 2),
    SWALLOW_REQUESTS(Lane.NETWORK, 2),
    REFUSE_CONNECTIONS(Lane.NETWORK, 3),
    FAIL_OVER(Lane.SERVER, 4),
    RUN_POOL_DRY(Lane.POOLS, 15),
    PROMOTE_STANDBY(Lane.SERVER, 6);

    /** Faults of one lane come one after the other, those of different lanes at the same time. */
    public enum Lane {
        KILLS("--kill"),
        PAUSES("--pause"),
        SERVER("--server"),
        NETWORK("--network"),
        POOLS("--pool");

        private final String colour;

        Lane(String colour) {
            this.colour = colour;
        }

        /** Returns the variable that holds its colour in a report. */
        public String colour() {
            return colour;
        }
    }

    private final Lane lane;
    private final double perMinute;

    RigFault(Lane lane, double perMinute) {
        this.lane = lane;
        this.perMinute = perMinute;
    }

    public Lane lane() {
        return lane;
    }

    double perMinute() {
        return perMinute;
    }

    /** Returns the faults that a place allows. */
    public static Set<RigFault> possibleAt(Place place) {
        Set<RigFault> possible = EnumSet.of(KILL, KILL_AT_POINT, PAUSE, PAUSE_AT_POINT);
        if (place.server() != null) {
            possible.addAll(Set.of(CRASH_SERVER, FREEZE_SERVER));
        }
        if (place.proxy() != null) {
            Arrays.stream(values()).filter(fault -> fault.lane == Lane.NETWORK).forEach(possible::add);
        }
        if (place.group() != null || place.cluster() != null) {
            possible.add(FAIL_OVER);
        }
        if (place.server() instanceof RedisServer || place.cluster() != null) {
            possible.add(FILL_MEMORY);
        }
        if (place.cluster() != null) {
            possible.add(RESHARD);
        }
        if (place.promotion() != null) {
            possible.add(PROMOTE_STANDBY);
        }
        if (place.address().startsWith("jdbc:")) {
            possible.add(RUN_POOL_DRY);
        }
        return possible;
    }
}
