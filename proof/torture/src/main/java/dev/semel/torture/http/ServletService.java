package dev.semel.torture.http;

import dev.semel.http.HttpGuard;
import dev.semel.servlet.IdempotencyFilter;
import jakarta.servlet.AsyncContext;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.FilterRegistration;
import jakarta.servlet.ServletContext;
import jakarta.servlet.ServletRegistration;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadLocalRandom;
import org.apache.catalina.Context;
import org.apache.catalina.LifecycleException;
import org.apache.catalina.startup.Tomcat;

/** A servlet application in Tomcat. */
public final class ServletService extends HttpServlet {
    private static final long serialVersionUID = 1;
    private static final int THREADS = 60;
    private static final int PIECE = 8_192;

    private final transient Application application;
    private final transient Flaw flaw;
    private final transient ExecutorService elsewhere = Executors.newCachedThreadPool();

    private ServletService(Application application, Flaw flaw) {
        this.application = application;
        this.flaw = flaw;
    }

    /**
     * Starts it on a free port of the loopback interface.
     *
     * @param node the name that its answers are marked with
     * @param folder for what Tomcat wants to write
     * @return the port
     */
    public static int start(HttpGuard guard, Application application, Flaw flaw, String node, Path folder)
            throws IOException, LifecycleException {
        String base = Files.createDirectories(folder).toString();
        Tomcat tomcat = new Tomcat();
        tomcat.setBaseDir(base);
        tomcat.setPort(0);
        tomcat.getConnector().setProperty("address", "127.0.0.1");
        tomcat.getConnector().setProperty("maxThreads", String.valueOf(THREADS));
        Context context = tomcat.addContext("", base);
        ServletService service = new ServletService(application, flaw);
        context.addServletContainerInitializer(
                (types, starting) -> service.setUp(starting, filter(guard, node), new ServletFlaws(flaw, node)),
                Set.of());
        tomcat.start();
        if (!context.getState().isAvailable()) {
            throw new IllegalStateException("the application did not start in Tomcat");
        }
        return tomcat.getConnector().getLocalPort();
    }

    /** Creates the filter. On half of the nodes, a duplicate that has waited runs if the first request fails. */
    private static IdempotencyFilter filter(HttpGuard guard, String node) {
        IdempotencyFilter filter = IdempotencyFilter.of(guard);
        return node.hashCode() % 2 == 0 ? filter.runAfterWaiting() : filter;
    }

    private void setUp(ServletContext starting, IdempotencyFilter filter, ServletFlaws outer) {
        FilterRegistration.Dynamic first = starting.addFilter("first", outer);
        first.setAsyncSupported(true);
        first.addMappingForUrlPatterns(EnumSet.of(DispatcherType.REQUEST, DispatcherType.ASYNC), true, "/*");
        filter.addTo(starting, "/*");
        ServletRegistration.Dynamic servlet = starting.addServlet("service", this);
        servlet.setAsyncSupported(true);
        servlet.addMapping("/*");
    }

    @Override
    protected void doPost(HttpServletRequest request, HttpServletResponse response) throws IOException {
        String body = new String(request.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        Application.Ask ask = Application.Ask.of(
                request.getPathInfo(),
                request::getHeader,
                body,
                IdempotencyFilter.context(request).orElse(null));
        HttpServletResponse raw = ServletFlaws.raw(request);
        boolean isBound = application.isBoundToThread(ask.operation());
        boolean completesHere = isBound && ThreadLocalRandom.current().nextBoolean();
        if (!completesHere && !application.isAsynchronous(ask.operation())) {
            answer(application.handle(ask), response, raw);
            return;
        }
        AsyncContext async = request.startAsync();
        async.setTimeout(0);
        if (completesHere) {
            complete(async, ask, raw);
        } else {
            elsewhere.execute(() -> complete(async, ask, raw));
        }
    }

    private void complete(AsyncContext async, Application.Ask ask, HttpServletResponse raw) {
        HttpServletResponse response = (HttpServletResponse) async.getResponse();
        try {
            answer(application.handle(ask), response, raw);
        } catch (IOException | RuntimeException e) {
            response.setStatus(HttpServletResponse.SC_INTERNAL_SERVER_ERROR);
        } finally {
            async.complete();
        }
    }

    private void answer(Application.Reply reply, HttpServletResponse response, HttpServletResponse raw)
            throws IOException {
        if (flaw == Flaw.ANSWERS_EARLY) {
            raw.setContentLength(reply.body().length());
            write(reply, raw);
            raw.flushBuffer();
            pause();
        }
        write(reply, response);
    }

    /** Writes the answer in pieces, so that a long one streams. */
    private static void write(Application.Reply reply, HttpServletResponse response) throws IOException {
        response.setStatus(reply.status());
        response.setContentType(Application.Reply.TYPE);
        response.setHeader("Location", reply.location());
        byte[] bytes = reply.body().getBytes(StandardCharsets.UTF_8);
        OutputStream out = response.getOutputStream();
        for (int from = 0; from < bytes.length; from += PIECE) {
            out.write(bytes, from, Math.min(PIECE, bytes.length - from));
            out.flush();
        }
    }

    private static void pause() {
        try {
            Thread.sleep(Flaw.MOMENT);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
