package dev.semel.servlet;

import jakarta.servlet.DispatcherType;
import jakarta.servlet.Filter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.FilterRegistration;
import jakarta.servlet.MultipartConfigElement;
import jakarta.servlet.ServletContext;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRegistration;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/** The content of a server: an application at every path, behind the filter, and other filters around it. */
final class Site {
    final String contextPath;
    final IdempotencyFilter filter;
    final Application application = new Application();
    boolean asyncSupported = true;
    boolean mappedToAsync = true;
    int threads = 50;
    String errorPage;
    final AtomicInteger left = new AtomicInteger();
    private final List<Filter> outer = new ArrayList<>();
    private final List<Filter> inner = new ArrayList<>();

    Site(String contextPath, IdempotencyFilter filter) {
        this.contextPath = contextPath;
        this.filter = filter;
    }

    Site outer(Filter another) {
        outer.add(another);
        return this;
    }

    Site inner(Filter another) {
        inner.add(another);
        return this;
    }

    void setUp(ServletContext context) {
        add(context, this::watch);
        outer.forEach(another -> add(context, another));
        if (mappedToAsync) {
            filter.addTo(context, "/*");
        } else {
            FilterRegistration.Dynamic added = context.addFilter("idempotency", filter);
            added.setAsyncSupported(true);
            added.addMappingForUrlPatterns(EnumSet.of(DispatcherType.REQUEST), true, "/*");
        }
        inner.forEach(another -> add(context, another));
        ServletRegistration.Dynamic servlet = context.addServlet("application", application);
        servlet.setAsyncSupported(true);
        servlet.setMultipartConfig(new MultipartConfigElement(""));
        servlet.addMapping("/*");
    }

    /** Counts the requests that have left their thread. */
    private void watch(ServletRequest request, ServletResponse response, FilterChain chain)
            throws IOException, ServletException {
        chain.doFilter(request, response);
        if (request.isAsyncStarted()) {
            left.incrementAndGet();
        }
    }

    private void add(ServletContext context, Filter filter) {
        FilterRegistration.Dynamic added = context.addFilter("filter " + System.identityHashCode(filter), filter);
        added.setAsyncSupported(asyncSupported);
        added.addMappingForUrlPatterns(EnumSet.of(DispatcherType.REQUEST, DispatcherType.ASYNC), true, "/*");
    }
}
