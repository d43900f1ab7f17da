package dev.semel.http;

import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A request as an adapter sees it. Each method gives the same every time, except {@link #body()}, which is asked for once at most. */
public interface Exchange {

    /** Such as {@code POST}. */
    String method();

    /** The path as it was sent, percent-encoded, without the query. */
    String path();

    /** The query as it was sent, without the question mark; {@code null} if there is none. */
    @Nullable
    String query();

    /** All values of a header, in their order; one for each line. */
    List<String> header(String name);

    /** Who is asking, as the application has found out; {@code null} if nobody knows. */
    @Nullable
    String principal();

    /** The body, from its beginning. */
    InputStream body() throws IOException;
}
