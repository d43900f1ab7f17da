package dev.semel.servlet;

import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.util.Set;
import org.apache.catalina.Context;
import org.apache.catalina.startup.Tomcat;
import org.apache.tomcat.util.descriptor.web.ErrorPage;
import org.eclipse.jetty.ee10.servlet.ErrorPageErrorHandler;
import org.eclipse.jetty.ee10.servlet.ServletContextHandler;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.thread.QueuedThreadPool;

/** A real server on a free port of the loopback interface. */
interface Container extends AutoCloseable {

    URI uri();

    @Override
    void close();

    /** The kinds of servers. */
    enum Kind {
        TOMCAT {
            @Override
            Container start(Site site) throws Exception {
                File folder = Files.createTempDirectory("semel-tomcat").toFile();
                folder.deleteOnExit();
                Tomcat tomcat = new Tomcat();
                tomcat.setBaseDir(folder.getPath());
                tomcat.setPort(0);
                tomcat.getConnector().setProperty("address", "127.0.0.1");
                tomcat.getConnector().setProperty("maxThreads", String.valueOf(site.threads));
                tomcat.getConnector().setProperty("minSpareThreads", "2");
                Context context = tomcat.addContext(site.contextPath, folder.getPath());
                context.addServletContainerInitializer((types, application) -> site.setUp(application), Set.of());
                if (site.errorPage != null) {
                    ErrorPage page = new ErrorPage();
                    page.setErrorCode(500);
                    page.setLocation(site.errorPage);
                    context.addErrorPage(page);
                }
                tomcat.start();
                return of(tomcat.getConnector().getLocalPort(), site, () -> {
                    tomcat.stop();
                    tomcat.destroy();
                });
            }
        },

        JETTY {
            @Override
            Container start(Site site) throws Exception {
                Server server = new Server(new QueuedThreadPool(site.threads, 2));
                ServerConnector connector = new ServerConnector(server, 1, 1);
                connector.setHost("127.0.0.1");
                server.addConnector(connector);
                ServletContextHandler handler = new ServletContextHandler();
                handler.setContextPath(site.contextPath.isEmpty() ? "/" : site.contextPath);
                handler.addServletContainerInitializer((types, application) -> site.setUp(application));
                if (site.errorPage != null) {
                    ErrorPageErrorHandler pages = new ErrorPageErrorHandler();
                    pages.addErrorPage(500, site.errorPage);
                    handler.setErrorHandler(pages);
                }
                server.setHandler(handler);
                server.start();
                return of(connector.getLocalPort(), site, server::stop);
            }
        };

        abstract Container start(Site site) throws Exception;
    }

    /** The settings of a server. */
    @FunctionalInterface
    interface Stop {
        void run() throws Exception;
    }

    static Container of(int port, Site site, Stop stop) {
        return new Container() {
            @Override
            public URI uri() {
                return URI.create("http://127.0.0.1:" + port + site.contextPath);
            }

            @Override
            public void close() {
                try {
                    stop.run();
                } catch (IOException e) {
                    throw new java.io.UncheckedIOException(e);
                } catch (Exception e) {
                    throw new IllegalStateException(e);
                }
            }
        };
    }
}
