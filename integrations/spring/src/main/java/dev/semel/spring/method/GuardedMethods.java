package dev.semel.spring.method;

import dev.semel.Semel;
import dev.semel.http.HttpGuard;
import dev.semel.spring.Idempotent;
import dev.semel.spring.IdempotentMethods;
import dev.semel.spring.NotGuardedException;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.BeanFactoryAware;
import org.springframework.context.EmbeddedValueResolverAware;
import org.springframework.core.annotation.AnnotatedElementUtils;
import org.springframework.core.annotation.AnnotationUtils;
import org.springframework.util.Assert;
import org.springframework.util.ClassUtils;
import org.springframework.util.StringValueResolver;

/** The idempotent methods of a context. The beans that they need are looked up when the first method is built, not when this bean is created. */
public final class GuardedMethods implements IdempotentMethods, BeanFactoryAware, EmbeddedValueResolverAware {
    private static final boolean HTTP =
            ClassUtils.isPresent("dev.semel.http.HttpGuard", GuardedMethods.class.getClassLoader());

    private final Map<Declared, GuardedMethod> built = new ConcurrentHashMap<>();
    private final Map<String, Method> names = new HashMap<>();
    private final Set<Guarded> all = new LinkedHashSet<>();
    private Set<String> ofRoutes = Set.of();
    private final Set<String> shared = new TreeSet<>();
    private @Nullable BeanFactory beans;
    private StringValueResolver placeholders = text -> text;
    private @Nullable MethodBuilder builder;

    private record Declared(Method method, Class<?> target) {}

    @Override
    public void setBeanFactory(BeanFactory beanFactory) {
        beans = beanFactory;
    }

    @Override
    public void setEmbeddedValueResolver(StringValueResolver resolver) {
        placeholders = resolver;
    }

    /** Returns false for types that cannot have idempotent methods. Spring's own classes have none, and an application start checks many of them. */
    public static boolean mayHaveSome(Class<?> type) {
        return !type.getName().startsWith("org.springframework.")
                && AnnotationUtils.isCandidateClass(type, Idempotent.class);
    }

    /** Returns the annotation of a method, or {@code null} if it is not idempotent. */
    public static @Nullable Idempotent annotation(Method method, Class<?> target) {
        return AnnotatedElementUtils.findMergedAnnotation(
                ClassUtils.getMostSpecificMethod(method, target), Idempotent.class);
    }

    GuardedMethod get(Method method, Class<?> target) {
        Declared declared = new Declared(method, target);
        GuardedMethod known = built.get(declared);
        return known == null ? build(declared) : known;
    }

    @Override
    public synchronized List<Guarded> all() {
        return all.stream()
                .sorted(Comparator.comparing(Guarded::operation).thenComparing(Guarded::method))
                .toList();
    }

    /** Refuses methods that have the operation of an HTTP route, from now on. Called when all singletons have been created. */
    public synchronized void refuseOperationsOfRoutes() {
        if (HTTP && beans != null) {
            ofRoutes = beans.getBeanProvider(HttpGuard.class).stream()
                    .flatMap(guard -> guard.operations().stream())
                    .collect(Collectors.toSet());
        }
    }

    /**
     * Builds the operation of a method, unless that has been done.
     *
     * @throws NotGuardedException if the method cannot be guarded, with all errors
     */
    public void ensureBuilt(Method method, Class<?> target) {
        var unused = get(method, target);
    }

    private synchronized GuardedMethod build(Declared declared) {
        GuardedMethod known = built.get(declared);
        if (known != null) {
            return known;
        }
        Class<?> target = declared.target();
        Method method = ClassUtils.getMostSpecificMethod(declared.method(), target);
        Idempotent annotation = annotation(method, target);
        Assert.state(annotation != null, () -> method + " is not idempotent");
        List<String> problems = new ArrayList<>();
        String operation = operation(annotation, method, target, problems);
        GuardedMethodSpec spec = new GuardedMethodSpec(annotation, operation, method, target);
        GuardedMethod guarded = builder().build(spec, problems);
        if (guarded == null || !problems.isEmpty()) {
            throw new NotGuardedException("the idempotent method " + spec.name() + " cannot be guarded", problems);
        }
        names.put(operation, method);
        built.put(declared, guarded);
        all.add(new Guarded(operation, spec.name(), guarded.isTransactional()));
        if (guarded.sharesScope()) {
            shared.add(operation);
        }
        return guarded;
    }

    /** Logs the methods in which a caller can get the result of another caller by its key. */
    public synchronized void warnOfSharedScope() {
        if (!shared.isEmpty()) {
            System.getLogger("dev.semel.spring")
                    .log(
                            System.Logger.Level.WARNING,
                            "All callers share one scope in the idempotent methods {0}: there is no bean of the type"
                                    + " dev.semel.spring.CurrentScope to distinguish them, so a caller that sends the key of another gets its"
                                    + " result. Define a CurrentScope, give the methods a scope, or set allowAnonymous to accept that.",
                            String.join(", ", shared));
        }
    }

    private String operation(Idempotent annotation, Method method, Class<?> target, List<String> problems) {
        String chosen = placeholders.resolveStringValue(annotation.operation());
        String name =
                chosen == null || chosen.isEmpty() ? ClassUtils.getShortName(target) + "." + method.getName() : chosen;
        Method other = names.get(name);
        if (other != null && !isSame(method, other)) {
            problems.add("its operation " + name + " is that of " + ClassUtils.getShortName(other.getDeclaringClass())
                    + "." + other.getName()
                    + ", too; give each a different name, since they would replay each other's results");
        }
        if (ofRoutes.contains(name)) {
            problems.add(
                    "its operation " + name + " is that of an HTTP route, too; give each a different name, since they"
                            + " would share their records");
        }
        return name;
    }

    /** Returns whether two methods are the same, overridden or inherited. */
    private static boolean isSame(Method one, Method other) {
        boolean related = one.getDeclaringClass().isAssignableFrom(other.getDeclaringClass())
                || other.getDeclaringClass().isAssignableFrom(one.getDeclaringClass());
        return related && one.getName().equals(other.getName()) && one.getParameterCount() == other.getParameterCount();
    }

    private MethodBuilder builder() {
        MethodBuilder known = builder;
        if (known == null) {
            BeanFactory from = beans;
            Assert.state(from != null, "there is no bean factory");
            known = new MethodBuilder(from, from.getBean(Semel.class), placeholders);
            builder = known;
        }
        return known;
    }
}
