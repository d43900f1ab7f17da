package dev.semel.spring;

import java.lang.reflect.Method;

/**
 * A method that is to be guarded.
 *
 * @param annotation merged with those that it stands on
 * @param operation the name of its operation
 * @param method of the target
 * @param target the class of the bean
 */
record GuardedMethodSpec(Idempotent annotation, String operation, Method method, Class<?> target) {}
