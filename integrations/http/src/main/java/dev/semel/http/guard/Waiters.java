package dev.semel.http.guard;

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The bounds on waiting duplicates: those of a route, and those of all routes that block a thread of the server. A request takes a place before it is
 * known whether it must wait, and leaves it when it runs or is answered. A request without a place does not wait.
 */
final class Waiters {
    private final Places ofRoute;
    private final Places ofThreads;

    /** A bounded number of places. */
    static final class Places {
        private final int most;
        private final AtomicInteger taken = new AtomicInteger();

        Places(int most) {
            this.most = most;
        }

        private boolean take() {
            if (taken.incrementAndGet() <= most) {
                return true;
            }
            giveBack();
            return false;
        }

        private void giveBack() {
            taken.decrementAndGet();
        }
    }

    /**
     * Creates the places of a route.
     *
     * @param ofThreads the places of all routes for requests that block a thread
     */
    Waiters(int most, Places ofThreads) {
        this.ofRoute = new Places(most);
        this.ofThreads = ofThreads;
    }

    /** Takes a place, if one is free. */
    Place enter(boolean holdsThread) {
        if (!ofRoute.take()) {
            return new Place(false, false);
        }
        if (holdsThread && !ofThreads.take()) {
            ofRoute.giveBack();
            return new Place(false, false);
        }
        return new Place(true, holdsThread);
    }

    /** The place of one request. */
    final class Place {
        private final boolean mayWait;
        private final boolean holdsThread;
        private final AtomicBoolean left;

        private Place(boolean mayWait, boolean holdsThread) {
            this.mayWait = mayWait;
            this.holdsThread = holdsThread;
            this.left = new AtomicBoolean(!mayWait);
        }

        boolean mayWait() {
            return mayWait;
        }

        /** Frees the place. Does nothing the second time. */
        void leave() {
            if (left.compareAndSet(false, true)) {
                ofRoute.giveBack();
                if (holdsThread) {
                    ofThreads.giveBack();
                }
            }
        }
    }
}
