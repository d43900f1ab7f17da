package dev.semel.boot.issues;

import dev.semel.http.HttpGuard;
import dev.semel.http.contract.PathContract;
import dev.semel.http.contract.Wire;
import dev.semel.servlet.IdempotencyFilter;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.ServletContext;
import java.io.File;
import java.nio.file.Files;
import java.util.EnumSet;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.catalina.startup.Tomcat;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.context.support.AnnotationConfigWebApplicationContext;
import org.springframework.web.filter.UrlHandlerFilter;
import org.springframework.web.servlet.DispatcherServlet;
import org.springframework.web.servlet.config.annotation.EnableWebMvc;

@DisplayName("paths, as read by Spring MVC with a filter that removes trailing slashes")
class MvcPathsTest extends PathContract {

    @EnableWebMvc
    @RestController
    static class Endpoints {
        private final AtomicInteger runs = new AtomicInteger();

        @PostMapping({"/payments", "/files/**"})
        @ResponseStatus(HttpStatus.CREATED)
        void run() {
            runs.incrementAndGet();
        }
    }

    @Override
    protected Served serve(String mount, HttpGuard guard) throws Exception {
        AnnotationConfigWebApplicationContext spring = new AnnotationConfigWebApplicationContext();
        spring.register(Endpoints.class);
        File folder = Files.createTempDirectory("semel-tomcat").toFile();
        folder.deleteOnExit();
        Tomcat tomcat = new Tomcat();
        tomcat.setBaseDir(folder.getPath());
        tomcat.setPort(0);
        tomcat.getConnector().setProperty("address", "127.0.0.1");
        tomcat.addContext(mount, folder.getPath())
                .addServletContainerInitializer((types, context) -> setUp(context, guard, spring), Set.of());
        tomcat.start();
        return new Served() {
            @Override
            public Wire.Reply post(String target, @Nullable String key) throws Exception {
                return Wire.post(tomcat.getConnector().getLocalPort(), target, key);
            }

            @Override
            public int runs() {
                return spring.getBean(Endpoints.class).runs.get();
            }

            @Override
            public void close() throws Exception {
                tomcat.stop();
                tomcat.destroy();
            }
        };
    }

    private static void setUp(ServletContext context, HttpGuard guard, AnnotationConfigWebApplicationContext spring) {
        IdempotencyFilter.of(guard).addTo(context, "/*");
        UrlHandlerFilter slashes =
                UrlHandlerFilter.trailingSlashHandler("/**").wrapRequest().build();
        context.addFilter("slashes", slashes).addMappingForUrlPatterns(EnumSet.of(DispatcherType.REQUEST), true, "/*");
        var servlet = context.addServlet("spring", new DispatcherServlet(spring));
        servlet.setLoadOnStartup(1);
        servlet.addMapping("/");
    }
}
