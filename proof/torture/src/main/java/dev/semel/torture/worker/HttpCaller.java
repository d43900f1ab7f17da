package dev.semel.torture.worker;

import dev.semel.testkit.history.Kind;
import dev.semel.torture.http.Application;
import dev.semel.torture.http.Received;
import dev.semel.torture.http.Stored;
import dev.semel.torture.http.Wire;
import dev.semel.torture.http.Wires;
import dev.semel.torture.protocol.Journal;
import dev.semel.torture.protocol.Target;
import dev.semel.torture.protocol.Values;
import dev.semel.torture.protocol.WorkerSettings;
import java.io.IOException;
import java.net.SocketTimeoutException;
import java.nio.file.Files;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Sends one request for a client, and writes its outcome into the journal. */
final class HttpCaller {
    private static final Pattern PROBLEM = Pattern.compile("urn:semel:problem:([a-z-]+)");

    /** Longer than a worker gets to end, so that a server which never answers shows as a call that never returns. */
    private static final int PATIENCE_MILLIS = 300_000;

    private static final int MOST_PADDING = 3_000;

    private final WorkerSettings settings;
    private final Journal journal;
    private final AtomicLong calls = new AtomicLong();

    HttpCaller(WorkerSettings settings, Journal journal) {
        this.settings = settings;
        this.journal = journal;
    }

    /**
     * What a client makes of an answer.
     *
     * @param ending in a word or two
     * @param since of the record; {@code null} if it is not known
     * @param effect that it is of; {@code null} if there is none
     * @param failure that was stored as a result; {@code null} if there is none
     * @param hash of what the store must have; {@code null} if that is nothing
     */
    private record Reading(
            String ending,
            @Nullable String since,
            @Nullable String effect,
            @Nullable String failure,
            @Nullable String hash) {
        static Reading of(String ending) {
            return new Reading(ending, null, null, null, null);
        }
    }

    Caller.Ending call(Target target, int node, Wire.Manner manner, Wires wires) throws InterruptedException {
        String call = settings.name() + "-" + calls.incrementAndGet();
        long began = System.nanoTime();
        int part = manner.isPart() ? 1 : 0;
        journal.write(
                Kind.CALL, target.id(), "c", call, "q", target.request(), "part", part, "how", manner, "to", node);
        Reading reading = attempt(target, node, manner, wires);
        journal.write(
                Kind.ANSWER,
                target.id(),
                "b",
                began,
                "c",
                call,
                "q",
                target.request(),
                "o",
                reading.ending,
                "s",
                reading.since,
                "u",
                reading.effect,
                "h",
                reading.hash,
                "f",
                reading.failure);
        return Caller.meaningOf(reading.ending, target);
    }

    private Reading attempt(Target target, int node, Wire.Manner manner, Wires wires) throws InterruptedException {
        String head = "POST /" + target.profile().operation() + " HTTP/1.1\r\nHost: localhost\r\n"
                + "Idempotency-Key: \"" + target.key() + "\"\r\n" + Application.SCOPE + ": " + target.scope() + "\r\n"
                + "Content-Type: application/json\r\n" + (manner.leaves() ? Application.HANGS_UP + ": 1\r\n" : "");
        String body = HttpPrints.body(target.request(), wires.random().nextInt(MOST_PADDING));
        try {
            int port = Integer.parseInt(Files.readString(HttpDesk.portFile(settings.folder(), node)));
            Received answer = wires.send(port, new Wires.Request(head, body, manner), PATIENCE_MILLIS);
            // What is not from a node of this run is from a process that has got the port of one that is dead.
            if (answer == null || answer.header(Application.NODE) == null) {
                return Reading.of(manner.leaves() ? "Left" : "Cut");
            }
            return read(answer);
        } catch (SocketTimeoutException e) {
            return Reading.of("Unexpected silence");
        } catch (Wire.StrayBytesException e) {
            return Reading.of("Unexpected bytes after an answer");
        } catch (IOException e) {
            return Reading.of("Cut");
        }
    }

    private static Reading read(Received answer) {
        if (answer.status() == HttpDesk.DONE || answer.status() == HttpDesk.DECLINED) {
            return readResult(answer);
        }
        Matcher problem = PROBLEM.matcher(answer.body());
        String type = problem.find() ? problem.group(1) : "none";
        return switch (type) {
            case "in-progress" -> Reading.of("InProgress");
            case "in-doubt" -> Reading.of("InDoubt");
            case "overtaken" -> Reading.of("Overtaken");
            case "other-request" -> Reading.of(answer.status() == 422 ? "Mismatched" : "Unexpected " + answer.status());
            case "store-unavailable" -> Reading.of("Unavailable");
            case "not-recorded" -> Reading.of("NotRecorded");
            case "result-not-kept" -> new Reading("NotKept", null, null, "not kept", null);
            case "none" -> readFailure(answer.status());
            default -> Reading.of("Unexpected problem " + type);
        };
    }

    private static Reading readFailure(int status) {
        return switch (status) {
            case 409, 500, 503 -> Reading.of("Failed");
            default -> Reading.of("Unexpected status " + status);
        };
    }

    private static Reading readResult(Received answer) {
        String ending = answer.isReplay() ? "Replayed" : "Executed";
        String[] parts = answer.body().split("\n", 2);
        String hash = Values.hashOfBytes(Stored.form(answer));
        if (parts.length < 2) {
            return new Reading(ending, null, null, "no body", hash);
        } else if (answer.status() == HttpDesk.DECLINED) {
            return new Reading(ending, parts[0], null, parts[1], hash);
        }
        String effect = Values.effectOf(parts[1]);
        return answer.body().length() > HttpDesk.ANSWER_LIMIT
                ? new Reading("NotKept", parts[0], effect, null, null)
                : new Reading(ending, parts[0], effect, null, hash);
    }
}
