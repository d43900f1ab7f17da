package dev.semel.spring.start;

import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.asm.ClassReader;
import org.springframework.asm.ClassVisitor;
import org.springframework.asm.MethodVisitor;
import org.springframework.asm.SpringAsmInfo;
import org.springframework.asm.Type;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.ObjectFactory;
import org.springframework.util.ClassUtils;

/**
 * Finds calls that a class makes to its own idempotent methods, which bypass the proxy. A class is trusted if it has a field by which it may call itself
 * through the proxy, or asks for its proxy.
 */
final class SelfCalls extends ClassVisitor {
    private static final String PROXY_OF_CALL = "org/springframework/aop/framework/AopContext";

    private final Set<String> owners;
    private final Set<String> guarded;
    private final List<String> found = new ArrayList<>();

    private SelfCalls(Set<String> owners, Set<String> guarded) {
        super(SpringAsmInfo.ASM_VERSION);
        this.owners = owners;
        this.guarded = guarded;
    }

    static List<String> of(Class<?> target, Collection<Method> guarded) {
        Class<?> type = ClassUtils.getUserClass(target);
        Set<Class<?>> family = new HashSet<>(ClassUtils.getAllInterfacesForClassAsSet(type));
        List<Class<?>> bodies = new ArrayList<>();
        for (Class<?> each = type; each != null && each != Object.class; each = each.getSuperclass()) {
            bodies.add(each);
        }
        family.addAll(bodies);
        if (bodies.stream().anyMatch(body -> mayCallItsProxy(body, family))) {
            return List.of();
        }
        Set<String> names = guarded.stream()
                .map(method -> method.getName() + Type.getMethodDescriptor(method))
                .collect(Collectors.toSet());
        SelfCalls calls =
                new SelfCalls(family.stream().map(Type::getInternalName).collect(Collectors.toSet()), names);
        bodies.forEach(calls::read);
        return calls.found;
    }

    private static boolean mayCallItsProxy(Class<?> body, Set<Class<?>> family) {
        for (Field field : body.getDeclaredFields()) {
            Class<?> type = field.getType();
            if (family.contains(type)
                    || BeanFactory.class.isAssignableFrom(type)
                    || ObjectFactory.class.isAssignableFrom(type)
                    || type.getName().equals("jakarta.inject.Provider")) {
                return true;
            }
        }
        return false;
    }

    private void read(Class<?> body) {
        ClassLoader loader = body.getClassLoader();
        String file = ClassUtils.convertClassNameToResourcePath(body.getName()) + ClassUtils.CLASS_FILE_SUFFIX;
        try (InputStream bytes = loader == null ? null : loader.getResourceAsStream(file)) {
            if (bytes != null) {
                new ClassReader(bytes).accept(this, ClassReader.SKIP_DEBUG | ClassReader.SKIP_FRAMES);
            }
        } catch (IOException | IllegalArgumentException e) {
            // a class that cannot be read is not checked
        }
    }

    @Override
    public MethodVisitor visitMethod(
            int access, String name, String descriptor, @Nullable String signature, String @Nullable [] exceptions) {
        return new Calls(name, descriptor);
    }

    private final class Calls extends MethodVisitor {
        private final String caller;
        private final String descriptor;
        private final List<String> mine = new ArrayList<>();
        private boolean asksForProxy;

        Calls(String caller, String descriptor) {
            super(SpringAsmInfo.ASM_VERSION);
            this.caller = caller;
            this.descriptor = descriptor;
        }

        @Override
        public void visitMethodInsn(int opcode, String owner, String name, String called, boolean ofInterface) {
            asksForProxy |= owner.equals(PROXY_OF_CALL);
            // an override that calls the method that it overrides was itself called through the proxy
            boolean same = name.equals(caller) && called.equals(descriptor);
            if (owners.contains(owner) && guarded.contains(name + called) && !same) {
                mine.add(name);
            }
        }

        @Override
        public void visitEnd() {
            if (!asksForProxy) {
                mine.forEach(name -> found.add(caller + " calls " + name
                        + " of the same object, which bypasses the proxy; move one of them to another bean, or inject the bean"
                        + " into a field of itself and call that"));
            }
        }
    }
}
