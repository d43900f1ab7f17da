package dev.semel.servlet;

import dev.semel.Context;
import dev.semel.http.Entrance;
import dev.semel.http.Entry;
import dev.semel.http.HttpGuard;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.Filter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.FilterRegistration;
import jakarta.servlet.ServletContext;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.security.Principal;
import java.util.EnumSet;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Makes requests take effect once, by the rules of an {@link HttpGuard}, whose paths count from the context path. It also answers at the status
 * address. Safe for use by many threads.
 *
 * <pre>{@code
 * IdempotencyFilter.of(guard).addTo(servletContext, "/*");
 * }</pre>
 *
 * <p>It belongs after the filters that find out who is asking, and before those that read bodies. {@link #addTo} maps it as it has to be; who
 * maps it in another way has to turn asynchronous support on, map it to {@code REQUEST} and {@code ASYNC} dispatches, and say
 * {@link #mappedToAsync}.
 *
 * <p>The answer to a guarded request is gathered and recorded before its first byte leaves: flushing doesn't send anything. An answer that is
 * longer than its route keeps is sent on while it is written, after it was recorded that it can't be replayed. An error below 500 that
 * the application sends by {@code sendError} becomes a problem document, so that first answer and replay are the same; one that is not stored is left to the
 * container, as exceptions are.
 */
public final class IdempotencyFilter implements Filter {
    /** A request attribute: the {@link Context} of the attempt, for child keys; not there if the request runs unguarded. */
    public static final String CONTEXT = "dev.semel.servlet.context";

    /** A request attribute for the application to set, to anything: the answer to this request is not stored, and the key is free again. */
    public static final String DO_NOT_STORE = "dev.semel.servlet.doNotStore";

    private final HttpGuard guard;
    private final Function<HttpServletRequest, @Nullable String> principal;
    private volatile boolean asyncSeen;
    private volatile boolean runsAfterWaiting;
    private volatile boolean principalRequired;
    private volatile Terms.Settings settings = new Terms.Settings(false, FormLimits.standard());

    private IdempotencyFilter(HttpGuard guard, Function<HttpServletRequest, @Nullable String> principal) {
        this.guard = Objects.requireNonNull(guard, "guard");
        this.principal = Objects.requireNonNull(principal, "principal");
    }

    /**
     * Returns a filter that takes the name of the request's user principal. It can't know whether the application authenticates its callers, so
     * all requests without a principal share one scope, unless {@link #requirePrincipal} is called.
     */
    public static IdempotencyFilter of(HttpGuard guard) {
        return new IdempotencyFilter(guard, IdempotencyFilter::userPrincipal);
    }

    /**
     * Returns a filter that {@linkplain #requirePrincipal requires} a principal of the application's choice.
     *
     * @param principal returns the caller, as a filter before this one has proven it, or {@code null} if there is none
     */
    public static IdempotencyFilter of(HttpGuard guard, Function<HttpServletRequest, @Nullable String> principal) {
        return new IdempotencyFilter(guard, principal).requirePrincipal();
    }

    /**
     * Refuses guarded requests without a principal with 401, except on routes that {@linkplain dev.semel.http.RouteBuilder#allowAnonymous allow anonymous
     * callers}. Off by default for a filter without a principal function.
     */
    public IdempotencyFilter requirePrincipal() {
        principalRequired = true;
        return this;
    }

    private static @Nullable String userPrincipal(HttpServletRequest request) {
        Principal user = request.getUserPrincipal();
        return user == null ? null : user.getName();
    }

    /** The context of the attempt that this request is; empty if the request runs unguarded. */
    public static Optional<Context> context(ServletRequest request) {
        return Optional.ofNullable((Context) request.getAttribute(CONTEXT));
    }

    /**
     * Adds it to an application that is starting, under this class's name, after the filters that are declared there, with asynchronous support,
     * for requests and asynchronous dispatches.
     *
     * @param urlPatterns such as {@code /*}
     */
    public void addTo(ServletContext application, String... urlPatterns) {
        FilterRegistration.Dynamic registration = application.addFilter(IdempotencyFilter.class.getName(), this);
        if (registration == null) {
            throw new IllegalStateException("there is an IdempotencyFilter in " + application.getContextPath()
                    + " already; give all routes to one guard");
        }
        registration.setAsyncSupported(true);
        registration.addMappingForUrlPatterns(
                EnumSet.of(DispatcherType.REQUEST, DispatcherType.ASYNC), true, urlPatterns);
        mappedToAsync();
    }

    /**
     * Says that this filter is mapped to {@code ASYNC} dispatches. Until it is told, or has seen one, a duplicate that waits for another request
     * blocks its thread.
     */
    public IdempotencyFilter mappedToAsync() {
        asyncSeen = true;
        return this;
    }

    /**
     * Off by default. What a request does that has waited for another one without a thread, if that one fails: it runs, in an asynchronous
     * dispatch, instead of being told to try again. Only for applications whose filters all do in asynchronous dispatches what they do for
     * requests: one that is not mapped to them, or that skips them, does not see such a run. A request that waits on its thread runs
     * in any case.
     */
    public IdempotencyFilter runsAfterWaiting() {
        runsAfterWaiting = true;
        return this;
    }

    /**
     * Puts the message that the application gives to {@code sendError} into the problem document that a caller gets for a status below 500. Off
     * by default, since frameworks put there what is not for callers.
     */
    public IdempotencyFilter showsErrorMessages() {
        settings = new Terms.Settings(true, settings.forms());
        return this;
    }

    /**
     * Sets how much of forms and multipart bodies guarded requests may have. Defaults to {@link FormLimits#standard()}. The limits of a servlet's
     * multipart configuration can't be seen by a filter: give them here.
     */
    public IdempotencyFilter formLimits(FormLimits limits) {
        settings = new Terms.Settings(settings.showsMessages(), Objects.requireNonNull(limits, "limits"));
        return this;
    }

    @Override
    public void doFilter(ServletRequest request, ServletResponse response, FilterChain chain)
            throws IOException, ServletException {
        if (!(request instanceof HttpServletRequest asked) || !(response instanceof HttpServletResponse answering)) {
            chain.doFilter(request, response);
            return;
        }
        Pass pass = new Pass(asked, answering, chain);
        DispatcherType type = request.getDispatcherType();
        if (type == DispatcherType.REQUEST) {
            first(pass);
        } else if (type == DispatcherType.ASYNC) {
            again(pass);
        } else {
            pass.on();
        }
    }

    private void first(Pass pass) throws IOException, ServletException {
        ServletExchange exchange = new ServletExchange(pass.request(), principal, principalRequired);
        boolean within = pass.request().getAttribute(Visit.ATTRIBUTE) != null;
        Optional<Entrance> found = within ? Optional.empty() : guard.find(exchange);
        if (found.isPresent()) {
            enter(found.get(), exchange, pass);
        } else {
            pass.on();
        }
    }

    private void enter(Entrance entrance, ServletExchange exchange, Pass pass) throws IOException, ServletException {
        exchange.identifyCaller();
        Visit visit = new Visit(exchange, waiting(pass), settings);
        if (visit.waiting() == Visit.Waiting.STAYS) {
            exchange.stay();
        }
        Entry entry = entrance.enter(exchange);
        if (entrance.threadBound()
                && entry instanceof Entry.Run run
                && run.ticket().context() != null) {
            visit.runInPlace(run.ticket(), pass);
        } else {
            visit.proceed(entry, pass);
        }
    }

    private Visit.Waiting waiting(Pass pass) {
        if (!asyncSeen || !pass.request().isAsyncSupported()) {
            return Visit.Waiting.STAYS;
        }
        return runsAfterWaiting ? Visit.Waiting.LEAVES_AND_RUNS : Visit.Waiting.LEAVES;
    }

    private void again(Pass pass) throws IOException, ServletException {
        asyncSeen = true;
        if (pass.request().getAttribute(Visit.ATTRIBUTE) instanceof Visit.Resumable call && !pass.isWithin()) {
            call.resume(pass);
        } else {
            pass.on();
        }
    }
}
