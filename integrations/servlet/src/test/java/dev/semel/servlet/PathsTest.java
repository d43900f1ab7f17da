package dev.semel.servlet;

import dev.semel.http.HttpGuard;
import dev.semel.http.contract.PathContract;
import dev.semel.http.contract.Wire;
import jakarta.servlet.ServletContext;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.File;
import java.nio.file.Files;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.catalina.Context;
import org.apache.catalina.startup.Tomcat;
import org.apache.tomcat.util.buf.EncodedSolidusHandling;
import org.eclipse.jetty.ee10.servlet.ServletContextHandler;
import org.eclipse.jetty.http.UriCompliance;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Nested;

@DisplayName("paths, as they are read by")
class PathsTest {

    /** Answers 201 to all requests that the container maps to it, except those below {@code /payments/}. */
    private static final class Endpoint extends HttpServlet {
        private static final long serialVersionUID = 1;

        final transient AtomicInteger runs = new AtomicInteger();

        @Override
        protected void doPost(HttpServletRequest request, HttpServletResponse response) {
            boolean below =
                    request.getPathInfo() != null && request.getPathInfo().length() > 1;
            if (below && request.getServletPath().equals("/payments")) {
                response.setStatus(404);
                return;
            }
            runs.incrementAndGet();
            response.setStatus(201);
        }
    }

    /** Configures an application that is starting. */
    @FunctionalInterface
    interface SetUp {
        void on(ServletContext application);
    }

    /** A server with the endpoints of the contract. */
    abstract static class Contract extends PathContract {
        final boolean lenient;

        Contract(boolean lenient) {
            this.lenient = lenient;
        }

        /** The address of a server that has started. */
        record Running(int port, Container.Stop stop) {}

        abstract Running start(String mount, SetUp setUp) throws Exception;

        @Override
        protected Served serve(String mount, HttpGuard guard) throws Exception {
            Endpoint endpoint = new Endpoint();
            Running server = start(mount, application -> {
                IdempotencyFilter.of(guard).addTo(application, "/*");
                application.addServlet("endpoint", endpoint).addMapping("/payments/*", "/files/*");
            });
            return new Served() {
                @Override
                public Wire.Reply post(String target, @Nullable String key) throws Exception {
                    return Wire.post(server.port(), target, key);
                }

                @Override
                public int runs() {
                    return endpoint.runs.get();
                }

                @Override
                public void close() throws Exception {
                    server.stop().run();
                }
            };
        }
    }

    abstract static class TomcatContract extends Contract {
        TomcatContract(boolean lenient) {
            super(lenient);
        }

        @Override
        Running start(String mount, SetUp setUp) throws Exception {
            File folder = Files.createTempDirectory("semel-tomcat").toFile();
            folder.deleteOnExit();
            Tomcat tomcat = new Tomcat();
            tomcat.setBaseDir(folder.getPath());
            tomcat.setPort(0);
            tomcat.getConnector().setProperty("address", "127.0.0.1");
            if (lenient) {
                tomcat.getConnector().setAllowBackslash(true);
                tomcat.getConnector().setEncodedSolidusHandling(EncodedSolidusHandling.DECODE.getValue());
                tomcat.getConnector().setProperty("relaxedPathChars", "\\|{}^`\"<>[]");
            }
            Context context = tomcat.addContext(mount, folder.getPath());
            context.addServletContainerInitializer((types, application) -> setUp.on(application), Set.of());
            tomcat.start();
            return new Running(tomcat.getConnector().getLocalPort(), () -> {
                tomcat.stop();
                tomcat.destroy();
            });
        }
    }

    abstract static class JettyContract extends Contract {
        JettyContract(boolean lenient) {
            super(lenient);
        }

        @Override
        Running start(String mount, SetUp setUp) throws Exception {
            Server server = new Server();
            ServerConnector connector = new ServerConnector(server, 1, 1);
            connector.setHost("127.0.0.1");
            server.addConnector(connector);
            ServletContextHandler handler = new ServletContextHandler();
            handler.setContextPath(mount.isEmpty() ? "/" : mount);
            handler.addServletContainerInitializer((types, application) -> setUp.on(application));
            if (lenient) {
                connector
                        .getConnectionFactory(HttpConnectionFactory.class)
                        .getHttpConfiguration()
                        .setUriCompliance(UriCompliance.UNSAFE);
                handler.getServletHandler().setDecodeAmbiguousURIs(true);
            }
            server.setHandler(handler);
            server.start();
            return new Running(connector.getLocalPort(), server::stop);
        }
    }

    @Nested
    @DisplayName("Tomcat")
    class OnTomcat extends TomcatContract {
        OnTomcat() {
            super(false);
        }
    }

    @Nested
    @DisplayName("Tomcat that treats backslashes and encoded slashes as slashes")
    class OnLenientTomcat extends TomcatContract {
        OnLenientTomcat() {
            super(true);
        }
    }

    @Nested
    @DisplayName("Jetty")
    class OnJetty extends JettyContract {
        OnJetty() {
            super(false);
        }
    }

    @Nested
    @DisplayName("Jetty that accepts ambiguous paths")
    class OnLenientJetty extends JettyContract {
        OnLenientJetty() {
            super(true);
        }
    }
}
