package dev.semel.spring.method;

import dev.semel.spring.Idempotent;
import java.lang.reflect.Method;
import org.springframework.util.ClassUtils;

/**
 * The declaration of an idempotent method.
 *
 * @param annotation the annotation, merged with its meta-annotations
 * @param operation the name of the operation
 * @param method the method of the target
 * @param target the class of the bean
 */
record GuardedMethodSpec(Idempotent annotation, String operation, Method method, Class<?> target) {

    /** Returns the class and the method, such as {@code Payments.pay}. */
    String name() {
        return ClassUtils.getShortName(target) + "." + method.getName();
    }
}
