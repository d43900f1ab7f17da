package dev.semel.servlet;

import dev.semel.Semel;
import dev.semel.http.HttpGuard;
import dev.semel.http.Route;
import dev.semel.memory.MemoryStore;
import dev.semel.store.Store;
import dev.semel.testkit.FaultyStore;
import org.junit.jupiter.api.AfterEach;

/** Tests of an application that a real server serves. */
abstract class ServedTest {
    FaultyStore store = FaultyStore.on(openStore());
    Semel semel = Semel.on(store);
    private Route[] routes = {Route.to("/payments/**", "payments.create")};
    private Site site;
    private Container container;

    abstract Container.Kind kind();

    Store openStore() {
        return MemoryStore.create();
    }

    /** Before the first request. */
    void routes(Route... choice) {
        routes = choice;
    }

    Site site() {
        if (site == null) {
            site = siteAt("");
        }
        return site;
    }

    Site siteAt(String contextPath) {
        HttpGuard.Builder guard = HttpGuard.on(semel);
        for (Route route : routes) {
            guard.route(route);
        }
        site = new Site(contextPath, IdempotencyFilter.of(guard.build(), request -> request.getHeader("X-Principal")));
        return site;
    }

    void application(Application.Behaviour behaviour) {
        site().application.behaviour = behaviour;
    }

    int runs() {
        return site().application.runs.get();
    }

    Browser.Ask to(String path) {
        return new Browser(container().uri()).to(path);
    }

    Container container() {
        if (container == null) {
            try {
                container = kind().start(site());
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
        }
        return container;
    }

    @AfterEach
    void stop() {
        if (container != null) {
            container.close();
        }
    }
}
