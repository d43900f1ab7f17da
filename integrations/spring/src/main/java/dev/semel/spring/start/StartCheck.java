package dev.semel.spring.start;

import dev.semel.spring.Idempotent;
import dev.semel.spring.NotGuardedException;
import dev.semel.spring.method.GuardedMethods;
import dev.semel.spring.method.IdempotentAdvisor;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.springframework.aop.Advisor;
import org.springframework.aop.framework.Advised;
import org.springframework.aop.support.AopUtils;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.core.MethodIntrospector;
import org.springframework.core.Ordered;
import org.springframework.util.ClassUtils;

/**
 * Refuses the creation of beans whose idempotent methods would not be guarded, or in the wrong order. The operations are built when all singletons have
 * been created, and those of later beans when the beans are created.
 */
final class StartCheck implements BeanPostProcessor, SmartInitializingSingleton, Ordered {
    private final GuardedMethods methods;
    private final Map<Class<?>, Set<Method>> checked = new ConcurrentHashMap<>();
    private final List<Pending> toBuild = new ArrayList<>();
    private boolean started;

    private record Pending(Method method, Class<?> target) {
        String name() {
            return ClassUtils.getShortName(target) + "." + method.getName();
        }
    }

    StartCheck(GuardedMethods methods) {
        this.methods = methods;
    }

    /** Returns the lowest precedence, which is after the creation of the proxies. */
    @Override
    public int getOrder() {
        return LOWEST_PRECEDENCE;
    }

    /** Checks a bean before its proxy is created, since that fails for some methods with a less helpful message. */
    @Override
    public Object postProcessBeforeInitialization(Object bean, String beanName) {
        methodsOf(AopUtils.getTargetClass(bean));
        return bean;
    }

    private Set<Method> methodsOf(Class<?> target) {
        Set<Method> known = checked.get(target);
        if (known != null) {
            return known;
        }
        Set<Method> found = idempotent(target);
        if (!found.isEmpty()) {
            List<String> problems = new ArrayList<>();
            found.forEach(method -> problems.addAll(problemsOf(method, target)));
            problems.addAll(SelfCalls.of(target, found));
            throwIfAny(problems, target);
        }
        checked.put(target, found);
        return found;
    }

    @Override
    public Object postProcessAfterInitialization(Object bean, String beanName) {
        Class<?> target = AopUtils.getTargetClass(bean);
        List<String> problems = new ArrayList<>();
        for (Method method : methodsOf(target)) {
            if (bean instanceof Advised proxy) {
                problems.addAll(problemsOf(proxy, bean, method));
            }
            build(method, target);
        }
        throwIfAny(problems, target);
        return bean;
    }

    private static Set<Method> idempotent(Class<?> target) {
        if (!GuardedMethods.mayHaveSome(target)) {
            return Set.of();
        }
        return MethodIntrospector.selectMethods(target, (MethodIntrospector.MetadataLookup<@Nullable Idempotent>)
                        method -> GuardedMethods.annotation(method, target))
                .keySet();
    }

    private static void throwIfAny(List<String> problems, Class<?> target) {
        if (!problems.isEmpty()) {
            throw new NotGuardedException(
                    "the idempotent methods of "
                            + ClassUtils.getUserClass(target).getName() + " would not be guarded",
                    problems);
        }
    }

    private static List<String> problemsOf(Method method, Class<?> target) {
        List<String> found = new ArrayList<>();
        int modifiers = method.getModifiers();
        if (Modifier.isPrivate(modifiers)) {
            found.add(method.getName() + " is private, so no proxy can guard it; make it public");
        } else if (Modifier.isStatic(modifiers)) {
            found.add(method.getName() + " is static, so no proxy can guard it; make it a method of the bean");
        }
        boolean ofInterface = ClassUtils.getAllInterfacesForClassAsSet(target).stream()
                .anyMatch(type -> ClassUtils.hasMethod(type, method.getName(), method.getParameterTypes()));
        if (Modifier.isFinal(target.getModifiers()) && !ofInterface) {
            found.add("the class is final, and " + method.getName()
                    + " is not declared in any of its interfaces; remove final, or declare it in an interface");
        }
        return found;
    }

    private static List<String> problemsOf(Advised proxy, Object bean, Method method) {
        List<String> found = new ArrayList<>();
        if (AopUtils.isCglibProxy(bean) && Modifier.isFinal(method.getModifiers())) {
            found.add(method.getName() + " is final, so the proxy cannot guard it; remove final");
        }
        boolean throughProxy = !AopUtils.isJdkDynamicProxy(bean)
                || ClassUtils.getAllInterfacesAsSet(bean).stream()
                        .anyMatch(type -> ClassUtils.hasMethod(type, method.getName(), method.getParameterTypes()));
        if (!throughProxy) {
            found.add(method.getName()
                    + " is not declared in any interface that the bean is proxied through; declare it in one, or set"
                    + " @EnableIdempotent(proxyTargetClass = true)");
        }
        if (isInsideOfTransactions(proxy, method)) {
            found.add(method.getName()
                    + " has its transaction around its guard, so its result would be recorded before the commit; give"
                    + " @EnableIdempotent a lower order than @EnableTransactionManagement");
        }
        return found;
    }

    private static boolean isInsideOfTransactions(Advised proxy, Method method) {
        for (Advisor advisor : proxy.getAdvisors()) {
            if (IdempotentAdvisor.isGuard(advisor.getAdvice())) {
                return false;
            } else if (TransactionAdvice.isFor(advisor, method, proxy.getTargetClass())) {
                return true;
            }
        }
        return false;
    }

    private void build(Method method, Class<?> target) {
        synchronized (toBuild) {
            if (!started) {
                toBuild.add(new Pending(method, target));
                return;
            }
        }
        methods.ensureBuilt(method, target);
    }

    @Override
    public void afterSingletonsInstantiated() {
        List<Pending> found;
        synchronized (toBuild) {
            started = true;
            found = List.copyOf(toBuild);
            toBuild.clear();
        }
        methods.refuseOperationsOfRoutes();
        buildAll(found);
        methods.warnOfSharedScope();
    }

    /** Builds all methods before it reports those that cannot be guarded, so that one start shows every mistake. */
    private void buildAll(List<Pending> found) {
        List<NotGuardedException> refused = new ArrayList<>();
        List<String> problems = new ArrayList<>();
        for (Pending each : found) {
            try {
                methods.ensureBuilt(each.method(), each.target());
            } catch (NotGuardedException e) {
                refused.add(e);
                e.problems().forEach(problem -> problems.add(each.name() + ": " + problem));
            }
        }
        if (refused.size() == 1) {
            throw refused.get(0);
        }
        if (!refused.isEmpty()) {
            throw new NotGuardedException("several idempotent methods cannot be guarded", problems);
        }
    }
}
