package dev.semel.spring.method;

import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.core.ParameterNameDiscoverer;

/**
 * Recognises parameters whose arguments cannot be compared between a request and its retry: they belong to one request
 * or connection, or JSON cannot represent them. A fingerprint of them would fail each call, or refuse each retry.
 */
final class Incomparable {
    /** By name, since most of them may be missing on the class path. */
    private static final Set<String> TYPES = Set.of(
            "com.rabbitmq.client.Channel",
            "jakarta.jms.Message",
            "jakarta.jms.Session",
            "jakarta.servlet.ServletRequest",
            "jakarta.servlet.ServletResponse",
            "jakarta.servlet.http.HttpSession",
            "jakarta.servlet.http.Part",
            "java.io.InputStream",
            "java.io.OutputStream",
            "java.io.Reader",
            "java.io.Writer",
            "java.lang.Runnable",
            "java.lang.Thread",
            "java.security.Principal",
            "java.sql.Connection",
            "java.util.concurrent.CompletionStage",
            "java.util.concurrent.Executor",
            "java.util.concurrent.Future",
            "java.util.stream.BaseStream",
            "kotlin.coroutines.Continuation",
            "org.reactivestreams.Publisher",
            "org.springframework.core.io.InputStreamSource",
            "org.springframework.http.HttpMessage",
            "org.springframework.http.codec.multipart.Part",
            "org.springframework.kafka.support.Acknowledgment",
            "org.springframework.messaging.Message",
            "org.springframework.ui.Model",
            "org.springframework.ui.ModelMap",
            "org.springframework.validation.Errors",
            "org.springframework.web.bind.support.SessionStatus",
            "org.springframework.web.context.request.RequestAttributes",
            "org.springframework.web.server.ServerWebExchange",
            "org.springframework.web.server.WebSession",
            "org.springframework.web.util.UriBuilder");

    private Incomparable() {}

    /** Adds a problem for each argument that would be part of the default fingerprint and cannot be compared. */
    static void check(Method method, ParameterNameDiscoverer discoverer, List<String> problems) {
        String @Nullable [] names = discoverer.getParameterNames(method);
        Class<?>[] types = method.getParameterTypes();
        List<String> others = new ArrayList<>();
        for (int i = 0; i < types.length; i++) {
            if (!isOne(types[i])) {
                others.add("#" + name(names, i));
            }
        }
        for (int i = 0; i < types.length; i++) {
            if (isOne(types[i])) {
                problems.add("its parameter " + name(names, i) + " is of the type " + types[i].getSimpleName()
                        + ", which cannot be compared between a request and its retry; name the arguments that count, such as"
                        + " fingerprint = \"" + suggestion(others) + "\"");
            }
        }
    }

    private static String suggestion(List<String> others) {
        return switch (others.size()) {
            case 0 -> "'any'";
            case 1 -> others.get(0);
            default -> "{" + String.join(", ", others) + "}";
        };
    }

    private static String name(String @Nullable [] names, int index) {
        return names == null ? "p" + index : names[index];
    }

    /** Returns whether values of a type cannot be compared. */
    static boolean isOne(Class<?> type) {
        return type.isArray()
                ? isOne(type.getComponentType())
                : type.isAnnotationPresent(FunctionalInterface.class) || isOneByName(type);
    }

    private static boolean isOneByName(@Nullable Class<?> type) {
        return type != null
                && (TYPES.contains(type.getName())
                        || isOneByName(type.getSuperclass())
                        || Arrays.stream(type.getInterfaces()).anyMatch(Incomparable::isOneByName));
    }
}
