package dev.semel.servlet.response;

import java.util.Locale;
import java.util.StringJoiner;
import org.jspecify.annotations.Nullable;

/** The content type of a draft and its character encoding, which is fixed once the application has a writer. */
final class DraftType {
    private @Nullable String type;
    private @Nullable String charset;
    private boolean fixed;

    void set(@Nullable String value) {
        if (value == null) {
            type = null;
            return;
        }
        StringJoiner rest = new StringJoiner(";");
        for (String part : value.split(";", -1)) {
            if (part.strip().toLowerCase(Locale.ROOT).startsWith("charset=")) {
                setCharset(part.strip().substring("charset=".length()).replace("\"", ""));
            } else {
                rest.add(part);
            }
        }
        type = rest.toString().stripTrailing();
    }

    void setCharset(@Nullable String name) {
        if (!fixed) {
            charset = name;
        }
    }

    void fixCharset(String name) {
        charset = name;
        fixed = true;
    }

    /** Returns the type without the character encoding. */
    @Nullable
    String type() {
        return type;
    }

    @Nullable
    String charset() {
        return charset;
    }

    @Nullable
    String value() {
        return type == null || charset == null ? type : type + ";charset=" + charset;
    }

    void clear() {
        type = null;
        charset = null;
        fixed = false;
    }
}
