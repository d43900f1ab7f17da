package dev.semel.servlet;

import dev.semel.Context;
import dev.semel.http.Entrance;
import dev.semel.http.Entry;
import dev.semel.http.HttpGuard;
import dev.semel.servlet.request.RequestAttributes;
import dev.semel.servlet.request.ServletExchange;
import dev.semel.servlet.run.Pass;
import dev.semel.servlet.run.RunTerms;
import dev.semel.servlet.run.Visit;
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
 * A filter that makes requests take effect once, by the rules of an {@link HttpGuard}, whose paths count from the context path. It also answers
 * at the status address. Safe for use by many threads.
 *
 * <pre>{@code
 * IdempotencyFilter.of(guard).addTo(servletContext, "/*");
 * }</pre>
 *
 * <p>Put it after the filters that authenticate the caller, and before those that read bodies. {@link #addTo} maps it correctly. If you map it
 * yourself, enable asynchronous support, map it to {@code REQUEST} and {@code ASYNC} dispatches, and call {@link #mappedToAsync}.
 *
 * <p>The answer to a guarded request is buffered and recorded before its first byte is sent: a flush sends nothing. An answer above the limit of
 * its route is recorded as one that can't be replayed, and then sent while the application writes it. An error below 500 that the application
 * sends by {@code sendError} becomes a problem document, so that the first answer and its replays are the same. An error that is not stored is
 * left to the container, as exceptions are.
 */
public final class IdempotencyFilter implements Filter {
    /** A request attribute: the {@link Context} of the attempt, for child keys. Absent if the request runs unguarded. */
    public static final String CONTEXT = RequestAttributes.CONTEXT;

    /** A request attribute that the application sets, to any value, if the answer must not be stored. The key can then be used again. */
    public static final String DO_NOT_STORE = RequestAttributes.DO_NOT_STORE;

    private final HttpGuard guard;
    private final Function<HttpServletRequest, @Nullable String> principal;
    private volatile boolean asyncSeen;
    private volatile boolean runsAfterWaiting;
    private volatile boolean principalRequired;
    private volatile RunTerms.Settings settings =
            new RunTerms.Settings(false, FormLimits.standard().limits());

    private IdempotencyFilter(HttpGuard guard, Function<HttpServletRequest, @Nullable String> principal) {
        this.guard = Objects.requireNonNull(guard, "guard");
        this.principal = Objects.requireNonNull(principal, "principal");
    }

    /**
     * Returns a filter that takes the name of the request's user principal as the caller. It can't know whether the application authenticates its
     * callers, so all requests without a principal share one scope, unless {@link #requirePrincipal} is called.
     */
    public static IdempotencyFilter of(HttpGuard guard) {
        return new IdempotencyFilter(guard, IdempotencyFilter::userPrincipal);
    }

    /**
     * Returns a filter that {@linkplain #requirePrincipal requires} a principal of the application's choice.
     *
     * @param principal returns the caller that a filter before this one has authenticated, or {@code null} if there is none
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

    /** Returns the context of the attempt, or empty if the request runs unguarded. */
    public static Optional<Context> context(ServletRequest request) {
        return Optional.ofNullable((Context) request.getAttribute(CONTEXT));
    }

    /**
     * Adds this filter to an application that is starting, under the name of this class and after the filters declared there. It gets
     * asynchronous support, and requests and asynchronous dispatches.
     *
     * @param urlPatterns such as {@code /*}
     * @throws IllegalStateException if the application has such a filter already
     */
    public void addTo(ServletContext application, String... urlPatterns) {
        FilterRegistration.Dynamic registration = application.addFilter(IdempotencyFilter.class.getName(), this);
        if (registration == null) {
            throw new IllegalStateException("the application " + application.getContextPath()
                    + " has an IdempotencyFilter already; give all routes to one guard");
        }
        registration.setAsyncSupported(true);
        registration.addMappingForUrlPatterns(
                EnumSet.of(DispatcherType.REQUEST, DispatcherType.ASYNC), true, urlPatterns);
        mappedToAsync();
    }

    /**
     * Declares that this filter is mapped to {@code ASYNC} dispatches. Without it, a duplicate that waits for another request blocks its thread
     * until the filter has seen such a dispatch.
     */
    public IdempotencyFilter mappedToAsync() {
        asyncSeen = true;
        return this;
    }

    /**
     * Lets a duplicate run if the request that it waited for fails: it then runs in an asynchronous dispatch. Off by default: the caller is asked to
     * try again. A duplicate that waits on its thread runs in either case.
     *
     * <p>Use this only if all filters of the application do the same for asynchronous dispatches as for requests. A filter that is not mapped to
     * them, or that skips them, does not see such a run.
     */
    public IdempotencyFilter runAfterWaiting() {
        runsAfterWaiting = true;
        return this;
    }

    /**
     * Shows callers the message that the application gives to {@code sendError}, in the problem document for a status below 500. Off by default,
     * since messages of frameworks may contain internals.
     */
    public IdempotencyFilter showErrorMessages() {
        settings = new RunTerms.Settings(true, settings.forms());
        return this;
    }

    /**
     * Sets the limits for forms and multipart bodies. Defaults to {@link FormLimits#standard()}. A filter can't read a servlet's multipart
     * configuration; pass its limits here.
     */
    public IdempotencyFilter formLimits(FormLimits limits) {
        settings = new RunTerms.Settings(
                settings.showsMessages(),
                Objects.requireNonNull(limits, "limits").limits());
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
