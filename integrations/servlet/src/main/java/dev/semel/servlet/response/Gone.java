package dev.semel.servlet.response;

import jakarta.servlet.http.HttpServletResponse;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * A response that ignores everything, for an application that still writes when the container has ended the request. The container may use its own
 * response for another request by then.
 */
public final class Gone implements InvocationHandler {
    private Gone() {}

    /** Returns such a response. */
    public static HttpServletResponse response() {
        return (HttpServletResponse) Proxy.newProxyInstance(
                Gone.class.getClassLoader(), new Class<?>[] {HttpServletResponse.class}, new Gone());
    }

    @Override
    public @Nullable Object invoke(Object self, Method method, Object @Nullable [] arguments) {
        Class<?> type = method.getReturnType();
        if (method.getName().equals("getCharacterEncoding")) {
            return StandardCharsets.ISO_8859_1.name();
        } else if (type == boolean.class) {
            return false;
        } else if (type == int.class) {
            return 0;
        } else if (type == Locale.class) {
            return Locale.getDefault();
        }
        return Collection.class.isAssignableFrom(type) ? List.of() : null;
    }
}
