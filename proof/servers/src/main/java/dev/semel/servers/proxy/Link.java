package dev.semel.servers.proxy;

import java.io.IOException;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

/** One client's connection through a proxy, carried by one thread for each direction. */
public final class Link {
    private static final int BUFFER_BYTES = 16 * 1024;
    private static final int CONNECT_MILLIS = 10_000;

    /** Looks at bytes before they pass; true if the connection is to be cut instead. */
    @FunctionalInterface
    private interface Inspection {
        boolean cuts(byte[] bytes, int length);
    }

    private final Traffic traffic;
    private final Socket client;
    private final Socket server = new Socket();
    private final Consumer<Link> whenOver;
    private final AtomicInteger openLanes = new AtomicInteger(2);
    private final CountDownLatch over = new CountDownLatch(1);
    private volatile boolean awaitingReply;
    private volatile boolean replyLost;
    private volatile boolean lossy;

    public Link(Traffic traffic, Socket client, Consumer<Link> whenOver) {
        this.traffic = traffic;
        this.client = client;
        this.whenOver = whenOver;
    }

    public void open(InetSocketAddress target) {
        run("requests", () -> {
            client.setTcpNoDelay(true);
            server.setTcpNoDelay(true);
            server.connect(target, CONNECT_MILLIS);
            run("replies", () -> carry(traffic.replies, server, client, this::inspectReply));
            carry(traffic.requests, client, server, this::inspectRequest);
        });
    }

    /** Returns whether bytes were swallowed, so that the two ends no longer understand one another. */
    public boolean lossy() {
        return lossy;
    }

    /** Cuts the connection: the client sees a reset, and the server an ordinary end, so that it still reads what it was sent. */
    public void cut() {
        end(true);
    }

    private void carry(Lane lane, Socket from, Socket to, Inspection inspection) throws IOException {
        byte[] buffer = new byte[BUFFER_BYTES];
        int length;
        while ((length = from.getInputStream().read(buffer)) >= 0) {
            lane.count(length);
            if (inspection.cuts(buffer, length)) {
                cut();
                return;
            }
            pass(lane, buffer, length, to.getOutputStream());
        }
        to.shutdownOutput();
        if (openLanes.decrementAndGet() == 0) {
            end(false);
        }
    }

    private boolean inspectRequest(byte[] bytes, int length) {
        if (traffic.losesRequest(bytes, length)) {
            return true;
        }
        if (traffic.losesReplyTo(bytes, length)) {
            replyLost = true;
        }
        awaitingReply = true;
        return false;
    }

    private boolean inspectReply(byte[] bytes, int length) {
        if (awaitingReply) {
            awaitingReply = false;
            traffic.roundTrips.increment();
        }
        return replyLost;
    }

    private void pass(Lane lane, byte[] bytes, int length, OutputStream to) throws IOException {
        delay(lane.delay());
        if (lane.dropping()) {
            lossy = true;
            return;
        }
        Lane.Passage passage = lane.pass(length);
        to.write(bytes, 0, passage.bytes());
        if (passage.thenCut()) {
            cut();
        }
    }

    /** Ends as soon as the connection does. */
    private void delay(Duration by) throws IOException {
        try {
            if (!by.isZero() && over.await(by.toNanos(), TimeUnit.NANOSECONDS)) {
                throw new IOException("cut");
            }
        } catch (InterruptedException e) {
            throw new IOException(e);
        }
    }

    private synchronized void end(boolean reset) {
        if (over.getCount() == 0) {
            return;
        }
        over.countDown();
        if (reset) {
            traffic.cuts.increment(); // before the client can notice it
        }
        close(client, reset);
        close(server, false);
        whenOver.accept(this);
    }

    private static void close(Socket socket, boolean reset) {
        try (socket) {
            if (reset) {
                socket.setSoLinger(true, 0);
            }
        } catch (IOException e) {
            // It was closed by the other end.
        }
    }

    private void run(String lane, Carrier carrier) {
        Thread thread = new Thread(
                () -> {
                    try {
                        carrier.run();
                    } catch (IOException e) {
                        cut();
                    }
                },
                "semel-flaky-proxy-" + lane);
        thread.setDaemon(true);
        thread.start();
    }

    @FunctionalInterface
    private interface Carrier {
        void run() throws IOException;
    }
}
