package dev.semel.torture.http;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/** One request over a connection, sent in a manner of which servers get to see too little in tests. */
public final class Wire {
    private static final int PIECES = 8;

    private final Socket socket;
    private final Manner manner;
    private final boolean keeps;
    private final Random random;

    /** A server has sent more than one answer to a request. */
    public static final class StrayBytesException extends IOException {
        private static final long serialVersionUID = 1;

        private StrayBytesException() {
            super("bytes after an answer");
        }
    }

    /** What a client does. */
    public enum Manner {
        /** Sends all, and reads all. */
        PLAIN,
        /** Sends its body in chunks. */
        CHUNKS,
        /** Sends its body piece by piece, with pauses. */
        TRICKLES,
        /** Reads the answer piece by piece, with pauses. */
        READS_SLOWLY,
        /** Hangs up within its body. */
        CUTS_BODY,
        /** Hangs up before the last chunk of its body. */
        CUTS_CHUNKS,
        /** Hangs up before it has an answer. */
        LEAVES,
        /** Hangs up within the answer. */
        LEAVES_WITHIN_ANSWER;

        /** Returns whether the request never arrives as a whole. */
        public boolean isPart() {
            return this == CUTS_BODY || this == CUTS_CHUNKS;
        }

        /** Returns whether the client gets no answer. */
        public boolean leaves() {
            return isPart() || this == LEAVES || this == LEAVES_WITHIN_ANSWER;
        }

        private boolean isChunked() {
            return this == CHUNKS || this == CUTS_CHUNKS;
        }
    }

    /**
     * Creates a request.
     *
     * @param keeps whether the connection is kept for another one
     */
    Wire(Socket socket, Manner manner, boolean keeps, Random random) {
        this.socket = socket;
        this.manner = manner;
        this.keeps = keeps;
        this.random = random;
    }

    /**
     * Sends it.
     *
     * @param head its request line and headers, each with its line end, without those about the body and the connection
     * @return the answer; {@code null} if the client or the server has hung up before its end
     */
    @Nullable
    Received exchange(String head, byte[] body) throws IOException, InterruptedException {
        if (socket.getInputStream().available() > 0) {
            throw new StrayBytesException();
        }
        String framing = manner.isChunked() ? "Transfer-Encoding: chunked" : "Content-Length: " + body.length;
        String connection = keeps ? "" : "Connection: close\r\n";
        OutputStream out = socket.getOutputStream();
        out.write((head + connection + framing + "\r\n\r\n").getBytes(StandardCharsets.UTF_8));
        out.flush();
        sendBody(out, body);
        if (manner.isPart()) {
            hangUp();
            return null;
        } else if (manner == Manner.LEAVES) {
            Thread.sleep(random.nextInt(random.nextBoolean() ? 30 : 600));
            hangUp();
            return null;
        }
        return receive(socket.getInputStream());
    }

    private void sendBody(OutputStream out, byte[] body) throws IOException, InterruptedException {
        int most = manner == Manner.CUTS_BODY ? random.nextInt(body.length) : body.length;
        boolean slow = manner == Manner.TRICKLES || (manner.isPart() && random.nextBoolean());
        int piece = slow || manner.isChunked() ? Math.max(1, body.length / PIECES) : body.length;
        for (int from = 0; from < most; from += piece) {
            int length = Math.min(piece, most - from);
            if (manner.isChunked()) {
                out.write((Integer.toHexString(length) + "\r\n").getBytes(StandardCharsets.UTF_8));
            }
            out.write(body, from, length);
            if (manner.isChunked()) {
                out.write("\r\n".getBytes(StandardCharsets.UTF_8));
            }
            out.flush();
            if (slow) {
                Thread.sleep(random.nextInt(60));
            }
        }
        if (manner == Manner.CHUNKS) {
            out.write("0\r\n\r\n".getBytes(StandardCharsets.UTF_8));
            out.flush();
        }
    }

    /** Hangs up by a reset, by closing, or by closing only the sending side, after which the server hangs up. */
    private void hangUp() throws IOException, InterruptedException {
        switch (random.nextInt(3)) {
            case 0 -> socket.setSoLinger(true, 0);
            case 1 -> {
                socket.shutdownOutput();
                Thread.sleep(random.nextInt(100));
            }
            default -> {}
        }
    }

    private @Nullable Received receive(InputStream in) throws IOException, InterruptedException {
        int most = manner == Manner.LEAVES_WITHIN_ANSWER ? 1 + random.nextInt(random.nextBoolean() ? 300 : 60_000) : -1;
        ByteArrayOutputStream received = new ByteArrayOutputStream();
        byte[] buffer = new byte[manner == Manner.READS_SLOWLY ? 4_096 : 65_536];
        for (int count = in.read(buffer); count >= 0; count = in.read(buffer)) {
            received.write(buffer, 0, count);
            if (most >= 0 && received.size() >= most) {
                break;
            } else if (keeps && answer(received) != null) {
                break;
            } else if (manner == Manner.READS_SLOWLY) {
                Thread.sleep(random.nextInt(20));
            }
        }
        if (most >= 0) {
            hangUp();
            return null;
        }
        return answer(received);
    }

    private static @Nullable Received answer(ByteArrayOutputStream received) throws StrayBytesException {
        String text = received.toString(StandardCharsets.ISO_8859_1);
        Received answer = Received.of(text);
        if (answer != null && Received.of(text.substring(0, text.length() - 1)) != null) {
            throw new StrayBytesException();
        }
        return answer;
    }
}
