package dev.semel.boot.check;

import dev.semel.boot.SemelProperties;
import dev.semel.boot.SemelProperties.Reaction;
import dev.semel.boot.WrongSettingException;
import dev.semel.http.Entrance;
import dev.semel.http.Exchange;
import dev.semel.http.HttpGuard;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.SmartInitializingSingleton;

/**
 * Compares the routes with the handlers of the application before it accepts requests: a route with a misspelt path
 * protects nothing, and a method that a route omits is not protected.
 */
public final class RouteCheck implements SmartInitializingSingleton {
    private static final Logger LOG = LoggerFactory.getLogger("dev.semel.boot");
    private static final List<String> METHODS = List.of("GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS");
    private static final List<String> TO_BE_GUARDED = List.of("POST", "PUT", "PATCH");

    private final SemelProperties.Http settings;
    private final ObjectProvider<HttpGuard> guards;
    private final Supplier<Handlers> handlers;

    /**
     * Creates the check.
     *
     * @param guards the guard with the routes, if there is one
     * @param handlers lists the handlers of the application
     */
    public RouteCheck(SemelProperties.Http settings, ObjectProvider<HttpGuard> guards, Supplier<Handlers> handlers) {
        this.settings = settings;
        this.guards = guards;
        this.handlers = handlers;
    }

    @Override
    public void afterSingletonsInstantiated() {
        HttpGuard guard = guards.getIfUnique();
        if (guard == null || settings.routes().isEmpty() || settings.unmatchedRoutes() == Reaction.IGNORE) {
            return;
        }
        Handlers found = handlers.get();
        List<String> unmatched = new ArrayList<>();
        Set<String> leftOut = new LinkedHashSet<>();
        for (int i = 0; i < settings.routes().size(); i++) {
            String path = settings.routes().get(i).path();
            if (path != null && isGuarded(guard, path)) {
                addIfUnmatched(i, path, guardedMethods(guard, path), found, unmatched);
                addLeftOut(i, path, guard, found, leftOut);
            }
        }
        leftOut.forEach(each -> LOG.warn("{}", each));
        report(unmatched, found);
    }

    private void report(List<String> unmatched, Handlers found) {
        if (unmatched.isEmpty()) {
            return;
        }
        String what = "Some routes match no handler and protect nothing: " + String.join("; ", unmatched);
        if (settings.unmatchedRoutes() == Reaction.FAIL && !found.hasOthers()) {
            throw new WrongSettingException(
                    what,
                    "Correct their paths and methods, or set semel.http.unmatched-routes=warn if a filter answers these requests.");
        }
        LOG.warn("{}. There may be handlers whose paths cannot be listed", what);
    }

    private static void addIfUnmatched(
            int index, String path, List<String> methods, Handlers found, List<String> unmatched) {
        List<Handlers.Mapping> fitting = found.mappings().stream()
                .filter(mapping -> methods.stream().anyMatch(mapping::handles))
                .toList();
        if (fitting.stream().noneMatch(mapping -> mapping.overlaps(path))) {
            String similar = Resemblance.closest(
                    path, fitting.stream().map(Handlers.Mapping::pattern).toList());
            unmatched.add(name(index) + ".path is " + path + " (" + String.join(", ", methods) + ")"
                    + (similar == null ? "" : " - did you mean " + similar + "?"));
        }
    }

    private static void addLeftOut(int index, String path, HttpGuard guard, Handlers found, Set<String> leftOut) {
        for (Handlers.Mapping mapping : found.mappings()) {
            if (!mapping.overlaps(path) || !isGuarded(guard, mapping.pattern())) {
                continue;
            }
            List<String> open = TO_BE_GUARDED.stream()
                    .filter(method -> mapping.handles(method) && !isGuarded(guard, method, mapping.example()))
                    .toList();
            if (!open.isEmpty()) {
                leftOut.add(String.join(" and ", open) + " " + mapping.pattern()
                        + " has a handler and is not guarded, although "
                        + name(index) + " guards " + String.join(" and ", guardedMethods(guard, mapping.pattern()))
                        + " on that path. Add it to " + name(index)
                        + ".methods, unless it may take effect more than once.");
            }
        }
    }

    private static String name(int index) {
        return "semel.http.routes[" + index + "]";
    }

    private static boolean isGuarded(HttpGuard guard, String pattern) {
        return !guardedMethods(guard, pattern).isEmpty();
    }

    /** Returns the guarded methods by asking the guard, since code may have changed what the settings say. */
    private static List<String> guardedMethods(HttpGuard guard, String pattern) {
        String path = Handlers.example(pattern);
        return METHODS.stream().filter(method -> isGuarded(guard, method, path)).toList();
    }

    private static boolean isGuarded(HttpGuard guard, String method, String path) {
        return guard.find(new Sample(method, path)).flatMap(Entrance::operation).isPresent();
    }

    /** A request with a method and a path only. */
    private record Sample(String method, String path) implements Exchange {
        @Override
        public @Nullable String query() {
            return null;
        }

        @Override
        public List<String> header(String name) {
            return List.of();
        }

        @Override
        public @Nullable String principal() {
            return null;
        }

        @Override
        public InputStream body() {
            return InputStream.nullInputStream();
        }
    }
}
