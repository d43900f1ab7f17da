package dev.semel.servers;

import dev.semel.servers.process.Ports;
import dev.semel.servers.proxy.ConnectionListener;
import dev.semel.servers.proxy.Link;
import dev.semel.servers.proxy.Traffic;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * A network that fails on demand: listens on a port of 127.0.0.1 and passes everything on to a server and back, until a fault is set.
 *
 * <p>A lasting fault holds until {@link #heal}. A fault that strikes once is set for the future and strikes one connection, once;
 * setting it again replaces it. Faults hold for all connections, open and new. A request is here what one read takes from a client, as
 * much as 16 KB, and a reply likewise: enough for drivers that send a statement in one go.
 *
 * <p>A connection that is cut ends in a reset for the client; the server may still read what was sent to it. Safe for use by many threads.
 */
public final class FlakyProxy implements AutoCloseable {
    private volatile InetSocketAddress target;
    private final int port = Ports.free();
    private final Traffic traffic = new Traffic();
    private final Set<Link> links = ConcurrentHashMap.newKeySet();
    private @Nullable ConnectionListener listener;
    private boolean closed;

    private FlakyProxy(InetSocketAddress target) {
        this.target = target;
    }

    /** Starts a proxy in front of a server. */
    public static FlakyProxy to(Server server) {
        return to(server.host(), server.port());
    }

    /** Starts a proxy in front of whatever listens there, now or later. */
    public static FlakyProxy to(String host, int port) {
        FlakyProxy proxy = new FlakyProxy(new InetSocketAddress(host, port));
        proxy.accept();
        return proxy;
    }

    /** Passes new connections on to another server, and cuts those that are open. Faults stay as they are. */
    public void redirect(Server server) {
        target = new InetSocketAddress(server.host(), server.port());
        cut();
    }

    /** Returns the address it listens on: 127.0.0.1. */
    public String host() {
        return "127.0.0.1";
    }

    /** Returns the port it listens on. */
    public int port() {
        return port;
    }

    /** Cuts all connections now. New ones are welcome. */
    public void cut() {
        links.forEach(Link::cut);
    }

    /** Refuses new connections until healed; open ones continue. */
    public synchronized void refuse() {
        if (listener != null) {
            listener.close();
            listener = null;
        }
    }

    /** Ends {@link #refuse}. */
    public synchronized void accept() {
        if (closed) {
            throw new IllegalStateException("the proxy is closed");
        }
        if (listener == null) {
            listener = new ConnectionListener(port, this::open);
        }
    }

    /** Swallows replies until healed: requests go through, and clients wait without success. */
    public void dropReplies() {
        traffic.replies.drop();
    }

    /** Swallows requests until healed: the server never receives them. */
    public void dropRequests() {
        traffic.requests.drop();
    }

    /** Delays every request by this much until healed. */
    public void delayRequests(Duration by) {
        traffic.requests.delay(by);
    }

    /** Delays every reply by this much until healed. */
    public void delayReplies(Duration by) {
        traffic.replies.delay(by);
    }

    /**
     * Cuts the connection of the next request when its reply arrives here, once: the request is applied. On a connection that many threads share
     * the reply that is lost may belong to another client's earlier request.
     */
    public void loseNextReply() {
        loseReplyTo("");
    }

    /** Loses a reply once, like {@link #loseNextReply}, for the next request that contains this ASCII text, such as {@code "COMMIT"}. */
    public void loseReplyTo(String text) {
        traffic.loseReply(text);
    }

    /** Cuts the connection of the next request, once: the server never receives it. */
    public void loseNextRequest() {
        loseRequestWith("");
    }

    /** Loses a request once, like {@link #loseNextRequest}, for the next request that contains this ASCII text. */
    public void loseRequestWith(String text) {
        traffic.loseRequest(text);
    }

    /**
     * Lets this many bytes of requests through, once, and then cuts the connection that carried the last of them.
     *
     * @param bytes at least 1
     */
    public void cutAfterRequestBytes(long bytes) {
        traffic.requests.cutAfter(atLeastOne(bytes));
    }

    /**
     * Lets this many bytes of replies through, once, and then cuts the connection that carried the last of them; with 1 as soon as a reply
     * begins.
     *
     * @param bytes at least 1
     */
    public void cutAfterReplyBytes(long bytes) {
        traffic.replies.cutAfter(atLeastOne(bytes));
    }

    /** Ends all faults, also those that were to strike once, and cuts the connections that have lost bytes. */
    public void heal() {
        traffic.heal();
        links.stream().filter(Link::lossy).forEach(Link::cut);
        accept();
    }

    /** Returns how many connections it has accepted. */
    public long connections() {
        return traffic.connections.sum();
    }

    /** Returns how many connections are open. */
    public int openConnections() {
        return links.size();
    }

    /** Returns how many open connections have lost bytes, so that {@link #heal} will cut them. */
    long lossyConnections() {
        return links.stream().filter(Link::lossy).count();
    }

    /** Returns how many connections were cut, by a fault or because the server was gone. */
    public long cuts() {
        return traffic.cuts.sum();
    }

    /** Returns how many bytes clients have sent, whether or not they went through. */
    public long requestBytes() {
        return traffic.requests.bytes();
    }

    /** Returns how many bytes the server has sent, whether or not they went through. */
    public long replyBytes() {
        return traffic.replies.bytes();
    }

    /** Returns how often the server began to answer after a client had sent something; a pipeline of requests counts as one. */
    public long roundTrips() {
        return traffic.roundTrips.sum();
    }

    /** Cuts all connections and stops listening. */
    @Override
    public synchronized void close() {
        closed = true;
        refuse();
        cut();
    }

    private void open(Socket client) {
        Link link = new Link(traffic, client, links::remove);
        links.add(link);
        traffic.connections.increment();
        link.open(target);
    }

    private static long atLeastOne(long bytes) {
        if (bytes < 1) {
            throw new IllegalArgumentException("at least 1 byte passes before the cut, but " + bytes + " was given");
        }
        return bytes;
    }
}
