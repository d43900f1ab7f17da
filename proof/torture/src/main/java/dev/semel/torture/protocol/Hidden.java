package dev.semel.torture.protocol;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Removes the address of a store, and the secrets in it, from output and from the files of a run. Drivers put both into exception messages. The names of private stores are not hidden.
 */
public final class Hidden {
    private static final String SECRET = "***";

    /** Shorter secrets would match parts of common words. */
    private static final int SHORTEST = 3;

    private static final Pattern IN_PARAMETERS =
            Pattern.compile("(?i)[?&;][^=&;]*(?:pass|pwd|secret|token|credential|key)[^=&;]*=([^&;]+)");
    private static final Pattern IN_FRONT = Pattern.compile("//[^/@]*?:([^/]*)@");

    private final Map<String, String> replacements = new LinkedHashMap<>();

    private Hidden() {}

    /** Returns a filter for a store, by its name or address on the command line. */
    public static Hidden of(String store) {
        Hidden hidden = new Hidden();
        int colon = store.indexOf(':');
        if (colon < 0) {
            return hidden;
        }
        hidden.replacements.put(store, store.substring(0, colon + 1) + SECRET);
        for (Pattern pattern : new Pattern[] {IN_PARAMETERS, IN_FRONT}) {
            for (Matcher found = pattern.matcher(store); found.find(); ) {
                hidden.add(found.group(1));
                hidden.add(decoded(found.group(1)));
            }
        }
        return hidden;
    }

    private static String decoded(String text) {
        try {
            return URLDecoder.decode(text, StandardCharsets.UTF_8);
        } catch (IllegalArgumentException e) {
            return text;
        }
    }

    private void add(String secret) {
        if (secret.length() >= SHORTEST) {
            replacements.put(secret, SECRET);
        }
    }

    /** Returns the text without address and secrets. */
    public String in(String text) {
        String shown = text;
        for (Map.Entry<String, String> each : replacements.entrySet()) {
            shown = shown.replace(each.getKey(), each.getValue());
        }
        return shown;
    }

    /** Returns the stack trace of a failure without address and secrets. */
    public String inTrace(Throwable thrown) {
        StringWriter trace = new StringWriter();
        thrown.printStackTrace(new PrintWriter(trace));
        return in(trace.toString());
    }

    /** Returns a stream that passes on whole lines without address and secrets. */
    public PrintStream around(PrintStream target) {
        return new PrintStream(new Lines(target), true, StandardCharsets.UTF_8);
    }

    /** Keeps bytes until their line has ended. */
    private final class Lines extends ByteArrayOutputStream {
        private final PrintStream target;

        Lines(PrintStream target) {
            this.target = target;
        }

        @Override
        public synchronized void write(int b) {
            super.write(b);
            if (b == '\n') {
                handOn();
            }
        }

        @Override
        public synchronized void write(byte[] bytes, int from, int length) {
            for (int i = from; i < from + length; i++) {
                write(bytes[i]);
            }
        }

        private void handOn() {
            target.print(in(toString(StandardCharsets.UTF_8)));
            target.flush();
            reset();
        }
    }
}
