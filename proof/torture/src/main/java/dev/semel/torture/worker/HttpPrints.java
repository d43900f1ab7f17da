package dev.semel.torture.worker;

import dev.semel.Fingerprint;
import dev.semel.Semel;
import dev.semel.http.Answer;
import dev.semel.http.Entry;
import dev.semel.http.Exchange;
import dev.semel.http.HttpGuard;
import dev.semel.memory.MemoryStore;
import dev.semel.store.ClaimRequest;
import dev.semel.store.ClaimResult;
import dev.semel.store.Store;
import dev.semel.testkit.DelegatingStore;
import dev.semel.torture.http.Application;
import dev.semel.torture.protocol.Profile;
import dev.semel.torture.protocol.Values;
import dev.semel.torture.protocol.WorkerSettings;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The requests that clients send, and the fingerprint of each, which is learnt from a guard. */
final class HttpPrints {
    private static final String START = "{ \"asks for\": \"";

    private HttpPrints() {}

    /** Returns the body of a request; the same request however long it is made. */
    static String body(String request, int padding) {
        return START + request + "\"" + " ".repeat(padding) + "}";
    }

    /** Returns what a body asks for; a question mark if it is not one of ours, and whole. */
    static String request(String body) {
        return List.of(Values.USUAL, Values.OTHER).stream()
                .filter(known -> body.startsWith(START + known + "\"") && body.endsWith("}"))
                .findFirst()
                .orElse("?");
    }

    /** Has {@link Values#request} know them. */
    static void learn(WorkerSettings settings) {
        for (Profile profile : HttpDesk.LEASED) {
            for (String request : List.of(Values.USUAL, Values.OTHER)) {
                Probe probe = new Probe(MemoryStore.create(), request);
                try (Semel semel = Semel.on(probe)) {
                    HttpGuard guard = HttpDesk.guard(settings, semel);
                    Exchange asking = new Asking(profile.operation(), body(request, 0));
                    if (guard.find(asking).orElseThrow().enter(asking) instanceof Entry.Run running) {
                        running.ticket().finish(Answer.of(200, List.of(), new byte[0]));
                    }
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            }
        }
    }

    private static final class Probe extends DelegatingStore {
        private final String request;

        Probe(Store target, String request) {
            super(target);
            this.request = request;
        }

        @Override
        public ClaimResult claim(ClaimRequest asked) {
            Fingerprint print = asked.fingerprint();
            Values.learn(print, request);
            return super.claim(asked);
        }
    }

    /** A request as an adapter would hand it in. */
    private record Asking(String operation, String text) implements Exchange {
        @Override
        public String method() {
            return "POST";
        }

        @Override
        public String path() {
            return "/" + operation;
        }

        @Override
        public @Nullable String query() {
            return null;
        }

        @Override
        public List<String> header(String name) {
            return switch (name) {
                case "Content-Type" -> List.of("application/json");
                case "Idempotency-Key" -> List.of("\"probe\"");
                case Application.SCOPE -> List.of("probe");
                default -> List.of();
            };
        }

        @Override
        public @Nullable String principal() {
            return null;
        }

        @Override
        public InputStream body() {
            return new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8));
        }
    }
}
