package dev.semel.http;

import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A request as an adapter sees it. Each method gives the same every time, except {@link #body()}, which is asked for once at most. */
public interface Exchange {

    /** Such as {@code POST}. */
    String method();

    /**
     * The path, percent-encoded, without the query. An adapter returns it as it was sent, with what the application is {@linkplain #mounts
     * mounted} at: the guard decides what is the same path. A route's own functions, such as its scope, see the canonical path within
     * the application.
     */
    String path();

    /**
     * Returns where the application may be mounted, percent-encoded; the root by default. The first of them that the path begins with is not
     * part of what a route goes by.
     */
    default List<String> mounts() {
        return List.of();
    }

    /** The query as it was sent, without the question mark; {@code null} if there is none. */
    @Nullable
    String query();

    /** All values of a header, in their order; one for each line. */
    List<String> header(String name);

    /**
     * Returns the authenticated caller, or {@code null} if there is none. Callers with the same subject from different issuers must differ:
     * see {@link PrincipalName}.
     */
    @Nullable
    String principal();

    /**
     * Returns whether the application authenticates its callers, so that a request without a {@link #principal()} is refused with 401 unless its
     * route {@linkplain RouteBuilder#allowAnonymous allows anonymous callers}. Defaults to {@code false}: all callers without a principal share
     * their keys.
     */
    default boolean principalRequired() {
        return false;
    }

    /**
     * Nobody knows by default, which is {@code null}. How long until the request is cut off, whatever its handler does; its lease then lasts that
     * long and is not renewed.
     */
    default @Nullable Duration timeLeft() {
        return null;
    }

    /** Returns whether a thread of the server is blocked while the request waits for another one. Defaults to {@code false}. */
    default boolean holdsThread() {
        return false;
    }

    /** The body, from its beginning. */
    InputStream body() throws IOException;
}
