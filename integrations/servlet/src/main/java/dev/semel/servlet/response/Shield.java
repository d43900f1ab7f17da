package dev.semel.servlet.response;

import jakarta.servlet.ServletResponse;
import jakarta.servlet.ServletResponseWrapper;
import jakarta.servlet.http.HttpServletResponse;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;

/**
 * Hides Tomcat's response from code that unwraps it. Tomcat 11 closes it after a forward, on the assumption that all wrappers have written to it
 * by then; a draft is sent after that. Other containers have to find their own response, so theirs are not hidden.
 */
final class Shield implements InvocationHandler {
    private final HttpServletResponse response;

    private Shield(HttpServletResponse response) {
        this.response = response;
    }

    static HttpServletResponse around(HttpServletResponse response) {
        return isTomcats(response) ? shielded(response) : response;
    }

    private static boolean isTomcats(ServletResponse response) {
        ServletResponse current = response;
        while (current instanceof ServletResponseWrapper wrapper) {
            current = wrapper.getResponse();
        }
        return current.getClass().getName().startsWith("org.apache.catalina.");
    }

    private static HttpServletResponse shielded(HttpServletResponse response) {
        return (HttpServletResponse) Proxy.newProxyInstance(
                Shield.class.getClassLoader(), new Class<?>[] {HttpServletResponse.class}, new Shield(response));
    }

    @Override
    public Object invoke(Object self, Method method, Object[] arguments) throws Throwable {
        try {
            return method.invoke(response, arguments);
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
    }
}
