package dev.semel.demo.start;

import dev.semel.StoreException;
import dev.semel.boot.WrongSettingException;
import java.net.UnknownHostException;
import java.sql.SQLException;
import java.util.stream.Stream;
import org.springframework.boot.web.server.PortInUseException;

/** Explains in one sentence why the demo cannot start. It never contains the address of the store, which may hold a password. */
public final class Sentence {
    private Sentence() {}

    /** Returns the sentence for a failure of the start. */
    public static String of(Throwable thrown) {
        return Stream.iterate(thrown, each -> each != null, Throwable::getCause)
                .map(Sentence::known)
                .filter(sentence -> !sentence.isEmpty())
                .findFirst()
                .orElseGet(() -> "The demo cannot start: " + reason(thrown) + ".");
    }

    private static String known(Throwable thrown) {
        if (thrown instanceof Choices.Wrong) {
            return String.valueOf(thrown.getMessage());
        } else if (thrown instanceof PortInUseException port) {
            return PortCheck.inUse(port.getPort());
        } else if (thrown instanceof WrongSettingException setting) {
            return setting.getMessage() + ". " + setting.advice();
        } else if (thrown instanceof StoreException || thrown instanceof IllegalArgumentException) {
            return unreachable(reason(thrown));
        }
        return "";
    }

    static String unreachable(String why) {
        return "The store cannot be used: " + why
                + "; check the address after --store, and that its server is running.";
    }

    /** Returns the message of the last cause as one line without an address. */
    static String reason(Throwable thrown) {
        Throwable last = thrown;
        while (last.getCause() != null && last.getCause().getMessage() != null) {
            last = last.getCause();
        }
        if (last instanceof UnknownHostException) {
            return "its host name is unknown";
        } else if (last instanceof SQLException sql
                && String.valueOf(sql.getSQLState()).startsWith("28")) {
            return "its server rejects this user or password";
        }
        String said =
                String.valueOf(last.getMessage()).lines().findFirst().orElse("").strip();
        boolean fit = !said.isEmpty() && !said.contains("://") && !said.contains("@");
        return (fit ? said : last.getClass().getSimpleName()).replaceAll("[.;]+$", "");
    }
}
