package dev.semel.benchmarks.powertools;

import org.aspectj.lang.JoinPoint;
import org.aspectj.lang.ProceedingJoinPoint;
import org.aspectj.runtime.internal.AroundClosure;
import org.aspectj.runtime.reflect.Factory;

/** The join point of a handler method as the AspectJ weaver compiles it: made by AspectJ's factory, without proxies. */
final class WovenMethod {
    private WovenMethod() {}

    /** Returns the join point of a method without parameters that returns this result. */
    static ProceedingJoinPoint returning(String result) {
        Factory factory = new Factory("WovenMethod.java", WovenMethod.class);
        JoinPoint.StaticPart part = factory.makeSJP(
                JoinPoint.METHOD_EXECUTION,
                factory.makeMethodSig("1", "create", WovenMethod.class.getName(), "", "", "", "java.lang.String"),
                1);
        ProceedingJoinPoint method = (ProceedingJoinPoint) Factory.makeJP(part, result, result);
        method.set$AroundClosure(new AroundClosure() {
            @Override
            public Object run(Object[] state) {
                return result;
            }
        });
        return method;
    }
}
