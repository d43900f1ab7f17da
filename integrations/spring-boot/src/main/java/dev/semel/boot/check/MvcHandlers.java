package dev.semel.boot.check;

import jakarta.servlet.ServletContext;
import jakarta.servlet.ServletRegistration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.BeanFactoryUtils;
import org.springframework.web.context.WebApplicationContext;
import org.springframework.web.servlet.HandlerMapping;
import org.springframework.web.servlet.function.support.RouterFunctionMapping;
import org.springframework.web.servlet.handler.AbstractUrlHandlerMapping;
import org.springframework.web.servlet.mvc.method.RequestMappingInfo;
import org.springframework.web.servlet.mvc.method.RequestMappingInfoHandlerMapping;
import org.springframework.web.servlet.resource.ResourceHttpRequestHandler;

/** Lists the handlers of Spring MVC, with the path of the dispatcher servlet as prefix, and the other servlets. */
public final class MvcHandlers {
    private static final String DISPATCHER = "DispatcherServlet";

    private final List<Handlers.Mapping> mappings = new ArrayList<>();
    private final Set<String> prefixes = new TreeSet<>();
    private boolean hasOthers;

    private MvcHandlers() {}

    /** Returns the handlers of an application. */
    public static Handlers in(WebApplicationContext context) {
        MvcHandlers found = new MvcHandlers();
        found.addServlets(context.getServletContext());
        if (found.prefixes.isEmpty()) {
            found.prefixes.add(prefix(context.getEnvironment().getProperty("spring.mvc.servlet.path", "")));
        }
        var all = BeanFactoryUtils.beansOfTypeIncludingAncestors(context, HandlerMapping.class)
                .values();
        all.forEach(found::add);
        return new Handlers(found.mappings, found.hasOthers || all.isEmpty());
    }

    private void addServlets(@Nullable ServletContext servlets) {
        if (servlets == null) {
            return;
        }
        for (ServletRegistration each : servlets.getServletRegistrations().values()) {
            String type = String.valueOf(each.getClassName());
            for (String mapping : each.getMappings()) {
                if (type.endsWith(DISPATCHER)) {
                    prefixes.add(prefix(mapping));
                } else if (!mapping.equals("/") && !mapping.startsWith("*.")) {
                    mappings.add(new Handlers.Mapping(mapping.replaceAll("/\\*$", "/**"), Set.of()));
                }
            }
        }
    }

    private static String prefix(String mapping) {
        return mapping.replaceAll("/\\*?$", "");
    }

    private void add(HandlerMapping mapping) {
        hasOthers |= Handlers.mayAddLater(mapping);
        if (mapping instanceof RequestMappingInfoHandlerMapping methods) {
            methods.getHandlerMethods().keySet().forEach(this::add);
        } else if (mapping instanceof AbstractUrlHandlerMapping urls) {
            urls.getHandlerMap().forEach((pattern, handler) -> {
                if (!(handler instanceof ResourceHttpRequestHandler)) {
                    add(pattern, Set.of());
                }
            });
        } else if (!(mapping instanceof RouterFunctionMapping functions) || functions.getRouterFunction() != null) {
            hasOthers = true;
        }
    }

    private void add(RequestMappingInfo info) {
        Set<String> methods =
                info.getMethodsCondition().getMethods().stream().map(Enum::name).collect(Collectors.toSet());
        info.getPatternValues().forEach(pattern -> add(pattern, methods));
    }

    private void add(String pattern, Set<String> methods) {
        prefixes.forEach(prefix -> mappings.add(new Handlers.Mapping(prefix + pattern, methods)));
    }
}
