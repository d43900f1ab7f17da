package dev.semel.boot.overview;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.ApplicationContext;
import org.springframework.context.ApplicationListener;
import org.springframework.context.event.ContextRefreshedEvent;

/** Logs in one line, when the application has started, what is guarded, how, and in which store. */
final class StartReport implements ApplicationListener<ContextRefreshedEvent> {
    private static final Logger LOG = LoggerFactory.getLogger("dev.semel.boot");
    private static final int MOST = 20;

    private final Overview overview;
    private final ApplicationContext context;

    StartReport(Overview overview, ApplicationContext context) {
        this.overview = overview;
        this.context = context;
    }

    @Override
    public void onApplicationEvent(ContextRefreshedEvent event) {
        if (event.getApplicationContext() == context) {
            LOG.info("{}", text(overview));
        }
    }

    static String text(Overview overview) {
        List<String> parts = new ArrayList<>();
        List<String> stores = overview.stores();
        parts.add(stores.isEmpty() ? "no store is open yet" : "records are in " + String.join(" and ", stores));
        List<Overview.Guarded> routes = overview.routes();
        List<Overview.Guarded> methods = overview.methods();
        add(parts, "routes", routes.stream().map(StartReport::text));
        add(parts, "methods", methods.stream().map(StartReport::text));
        Set<String> others = new TreeSet<>(overview.operations().keySet());
        Stream.concat(routes.stream(), methods.stream())
                .map(Overview.Guarded::operation)
                .forEach(others::remove);
        add(parts, "operations in code", others.stream());
        if (routes.isEmpty() && methods.isEmpty() && others.isEmpty()) {
            parts.add(
                    "nothing is guarded yet: name endpoints in semel.http.routes, or put @Idempotent on methods of beans");
        }
        add(parts, "policies without an operation so far", overview.unused().stream());
        Object every = overview.purge().get("every");
        if (every != null) {
            parts.add("purge every " + every);
        }
        return "Semel: " + String.join("; ", parts);
    }

    private static String text(Overview.Guarded guarded) {
        return guarded.name() + " as " + guarded.operation() + " (" + guarded.mode() + ")";
    }

    private static void add(List<String> parts, String what, Stream<String> all) {
        List<String> found = all.toList();
        if (!found.isEmpty()) {
            String more = found.size() > MOST ? " and " + (found.size() - MOST) + " more" : "";
            parts.add(what + ": " + found.stream().limit(MOST).collect(Collectors.joining(", ")) + more);
        }
    }
}
