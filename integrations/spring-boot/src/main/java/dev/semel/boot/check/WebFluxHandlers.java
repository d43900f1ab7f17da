package dev.semel.boot.check;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.springframework.beans.factory.BeanFactoryUtils;
import org.springframework.context.ApplicationContext;
import org.springframework.web.reactive.HandlerMapping;
import org.springframework.web.reactive.function.server.support.RouterFunctionMapping;
import org.springframework.web.reactive.handler.AbstractUrlHandlerMapping;
import org.springframework.web.reactive.resource.ResourceWebHandler;
import org.springframework.web.reactive.result.method.RequestMappingInfo;
import org.springframework.web.reactive.result.method.RequestMappingInfoHandlerMapping;

/** Lists the handlers of WebFlux. */
public final class WebFluxHandlers {
    private final List<Handlers.Mapping> mappings = new ArrayList<>();
    private boolean hasOthers;

    private WebFluxHandlers() {}

    /** Returns the handlers of an application. */
    public static Handlers in(ApplicationContext context) {
        WebFluxHandlers found = new WebFluxHandlers();
        var all = BeanFactoryUtils.beansOfTypeIncludingAncestors(context, HandlerMapping.class)
                .values();
        all.forEach(found::add);
        return new Handlers(found.mappings, found.hasOthers || all.isEmpty());
    }

    private void add(HandlerMapping mapping) {
        hasOthers |= Handlers.mayAddLater(mapping);
        if (mapping instanceof RequestMappingInfoHandlerMapping methods) {
            methods.getHandlerMethods().keySet().forEach(this::add);
        } else if (mapping instanceof AbstractUrlHandlerMapping urls) {
            urls.getHandlerMap().forEach((pattern, handler) -> {
                if (!(handler instanceof ResourceWebHandler)) {
                    mappings.add(new Handlers.Mapping(pattern.getPatternString(), Set.of()));
                }
            });
        } else if (mapping instanceof RouterFunctionMapping functions) {
            hasOthers |= functions.getRouterFunction() != null;
        } else if (!mapping.getClass().getName().startsWith("org.springframework.web.reactive.config.")) {
            hasOthers = true; // the framework's own mappings are empty
        }
    }

    private void add(RequestMappingInfo info) {
        Set<String> methods =
                info.getMethodsCondition().getMethods().stream().map(Enum::name).collect(Collectors.toSet());
        info.getPatternsCondition()
                .getPatterns()
                .forEach(pattern -> mappings.add(new Handlers.Mapping(pattern.getPatternString(), methods)));
    }
}
