package dev.semel.servlet.request;

/** The names of the request attributes that the filter and the application share. */
public final class RequestAttributes {
    /** Holds the context of the attempt. */
    public static final String CONTEXT = "dev.semel.servlet.context";

    /** Set by the application if the answer must not be stored. */
    public static final String DO_NOT_STORE = "dev.semel.servlet.doNotStore";

    private RequestAttributes() {}
}
