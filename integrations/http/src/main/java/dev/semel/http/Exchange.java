package dev.semel.http;

import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A request as its adapter sees it. Each method returns the same value every time, except {@link #body()}, which is called at most once. */
public interface Exchange {

    /** Returns the method, such as {@code POST}. */
    String method();

    /**
     * Returns the path, percent-encoded, without the query. An adapter returns it as it was sent, including the {@linkplain #mounts mount} of
     * the application: the guard decides which paths are equal. The functions of a route, such as its scope, receive the canonical path within
     * the application.
     */
    String path();

    /**
     * Returns where the application may be mounted, percent-encoded. Defaults to the root. The first mount that the path begins with is not
     * compared with a route.
     */
    default List<String> mounts() {
        return List.of();
    }

    /** Returns the query as it was sent, without the question mark, or {@code null} if there is none. */
    @Nullable
    String query();

    /** Returns all values of a header in their order, one for each line. */
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
     * Returns the time until the platform terminates the request, or {@code null} (the default) if unknown. The lease then lasts that long and is
     * not renewed.
     */
    default @Nullable Duration timeLeft() {
        return null;
    }

    /** Returns whether a thread of the server is blocked while the request waits for another one. Defaults to {@code false}. */
    default boolean holdsThread() {
        return false;
    }

    /** Returns the body, from its beginning. */
    InputStream body() throws IOException;
}
