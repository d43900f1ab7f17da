package dev.semel.servlet;

import dev.semel.Semel;
import dev.semel.http.contract.HostileConnectionsContract;
import dev.semel.http.contract.Till;
import dev.semel.memory.MemoryStore;

/** The contract of hostile requests and connections, on a real server. */
abstract class HostileRequests extends HostileConnectionsContract {
    private final Container.Kind kind;

    HostileRequests(Container.Kind kind) {
        this.kind = kind;
    }

    @Override
    protected Served serve(Till till) throws Exception {
        Semel semel = Semel.on(MemoryStore.create());
        Site site = new Site("", IdempotencyFilter.of(Till.guard(semel), request -> request.getHeader(Till.PRINCIPAL)));
        site.application.behaviour = (request, response) -> {
            request.getInputStream().readAllBytes();
            Till.Outcome outcome = till.handle(request.getPathInfo(), request::getHeader);
            response.setStatus(outcome.status());
            response.getWriter().print(outcome.text());
        };
        Container container = kind.start(site);
        return new Served() {
            @Override
            public int port() {
                return container.uri().getPort();
            }

            @Override
            public void close() {
                container.close();
                semel.close();
            }
        };
    }
}
