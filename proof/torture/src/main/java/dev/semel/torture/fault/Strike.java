package dev.semel.torture.fault;

import dev.semel.testkit.history.Line;
import dev.semel.torture.protocol.Point;
import org.jspecify.annotations.Nullable;

/**
 * A fault that has struck. Times are of the machine's monotonic clock, like those of what workers write.
 *
 * @param fault which one
 * @param hit what it hit: a worker's name, the server or the network
 * @param point at which a worker was hit; {@code null} if it was anywhere
 * @param began in nanoseconds
 * @param ended when all was as before, but for what died
 */
public record Strike(RigFault fault, String hit, @Nullable Point point, long began, long ended) {

    /** Returns a fault that has just ended. */
    static Strike since(long began, RigFault fault, String hit, @Nullable Point point) {
        return new Strike(fault, hit, point, began, System.nanoTime());
    }

    public Line line() {
        return Line.of("fault", fault, "hit", hit, "point", point, "b", began, "t", ended);
    }
}
