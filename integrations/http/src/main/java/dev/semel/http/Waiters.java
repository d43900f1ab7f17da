package dev.semel.http;

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Bounds how many duplicates wait for another request: those of a route, and those of all routes that block a thread of the server meanwhile. A request
 * takes a place before it is known whether it has to wait, and leaves it when it runs or is answered. One that finds no place does not wait.
 */
final class Waiters {
    private final Places ofRoute;
    private final Places ofThreads;

    /** So many, and no more. */
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
     * Places of a route.
     *
     * @param ofThreads those of all routes for requests that block a thread
     */
    Waiters(int most, Places ofThreads) {
        this.ofRoute = new Places(most);
        this.ofThreads = ofThreads;
    }

    /** Takes a place if there is one. */
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

    /** Of one request. */
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

        /** Gives the place to the next one. Does nothing the second time. */
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
