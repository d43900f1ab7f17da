package dev.semel.torture.http;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/** The connections of one client. Half of all answers leave theirs open for the next request to the same server. Not for use by many threads. */
public final class Wires {
    private static final int CONNECT_MILLIS = 5_000;

    private final Random random;
    private @Nullable Socket kept;

    /**
     * A request.
     *
     * @param head its request line and headers, each with its line end, without those about the body and the connection
     * @param body of it
     * @param manner in which it is sent
     */
    public record Request(String head, String body, Wire.Manner manner) {}

    /** Creates the connections of a client that makes random choices. */
    public Wires(Random random) {
        this.random = random;
    }

    /** Returns what the client chooses by. */
    public Random random() {
        return random;
    }

    /**
     * Sends a request.
     *
     * @param patienceMillis for how long an answer may let nothing be heard of it
     * @return the answer; {@code null} if the client or the server has hung up before its end
     * @throws SocketTimeoutException if the server neither answers nor hangs up
     * @throws Wire.StrayBytesException if the server has sent more than the answer
     */
    public @Nullable Received send(int port, Request request, int patienceMillis)
            throws SocketTimeoutException, Wire.StrayBytesException, InterruptedException {
        Socket used = null;
        try {
            used = connected(port);
            used.setSoTimeout(patienceMillis);
            boolean keeps = !request.manner().leaves() && random.nextBoolean();
            byte[] body = request.body().getBytes(StandardCharsets.UTF_8);
            Received answer = new Wire(used, request.manner(), keeps, random).exchange(request.head(), body);
            if (keeps && answer != null && !"close".equalsIgnoreCase(answer.header("Connection"))) {
                kept = used;
            }
            return answer;
        } catch (SocketTimeoutException | Wire.StrayBytesException e) {
            throw e;
        } catch (IOException e) {
            return null;
        } finally {
            if (used != kept) {
                close(used);
            }
        }
    }

    /** Returns the connection that was kept if it leads to this port, or else a new one. */
    private Socket connected(int port) throws IOException {
        Socket present = kept;
        kept = null;
        if (present != null && present.getPort() == port) {
            return present;
        }
        close(present);
        Socket socket = new Socket();
        try {
            socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), CONNECT_MILLIS);
            socket.setTcpNoDelay(true);
            return socket;
        } catch (IOException e) {
            close(socket);
            throw e;
        }
    }

    private static void close(@Nullable Socket socket) {
        try {
            if (socket != null) {
                socket.close();
            }
        } catch (IOException e) {
            return; // it is not used again
        }
    }
}
