package dev.semel.store;

import dev.semel.StoreException;
import java.sql.BatchUpdateException;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Describes in one line why a client or driver failed, for the messages of {@link StoreException}. Safe to log: it holds no password and no
 * data of a statement.
 */
public final class Causes {
    private static final int DEEPEST = 5;
    private static final int LONGEST = 300;
    private static final Pattern SECRET = Pattern.compile("(?i)(password|passwd|pwd|secret|token)=[^&;,\\s]*");
    private static final Pattern USER = Pattern.compile("//[^/\\s]*@");
    /** Classes of SQL states that concern connections, logins, tables and resources. Their messages quote no values. */
    private static final Set<String> WITHOUT_VALUES =
            Set.of("08", "28", "3D", "42", "53", "55", "57", "58", "90", "HY");

    private Causes() {}

    /** Returns the messages of an exception and its causes, outermost first. Leaves out messages that may quote data. */
    public static String of(Throwable thrown) {
        List<String> parts = new ArrayList<>();
        Throwable each = thrown;
        for (int i = 0; each != null && i < DEEPEST; i++) {
            String text = text(each);
            if (parts.stream().noneMatch(part -> part.contains(text))) {
                parts.add(text);
            }
            each = each.getCause();
        }
        String all = String.join(": ", parts);
        return all.length() <= LONGEST ? all : all.substring(0, LONGEST) + "…";
    }

    private static String text(Throwable thrown) {
        String message = thrown.getMessage();
        String name = thrown.getClass().getSimpleName();
        if (thrown instanceof SQLException sql && mayQuote(sql)) {
            return name + " with SQL state " + sql.getSQLState() + ", code " + sql.getErrorCode();
        }
        return message == null || message.isBlank() ? name : withoutSecrets(message);
    }

    private static boolean mayQuote(SQLException thrown) {
        String state = thrown.getSQLState();
        return thrown instanceof BatchUpdateException
                || (state != null && state.length() >= 2 && !WITHOUT_VALUES.contains(state.substring(0, 2)));
    }

    /** Returns a text, such as an address, on one line and without user, password and tokens. */
    public static String withoutSecrets(@Nullable String text) {
        String line = String.valueOf(text).replaceAll("\\s+", " ").strip();
        return SECRET.matcher(USER.matcher(line).replaceAll("//…@")).replaceAll("$1=…");
    }
}
