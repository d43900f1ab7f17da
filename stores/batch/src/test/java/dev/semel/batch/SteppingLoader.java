package dev.semel.batch;

import java.io.IOException;
import java.io.InputStream;
import java.util.Set;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Handle;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * Loads the combiner with a step before and after each call, and before each allocation: wherever there may be neither stack nor memory. A step after a
 * call stands for a called method that has taken effect and then failed.
 */
final class SteppingLoader extends ClassLoader {
    private static final String ROOM = "dev.semel.batch.";
    private static final Set<String> STEPPING =
            Set.of("Batch", "Combiner", "Combiner$Lane", "Pending", "Pending$Failure");

    SteppingLoader() {
        super(SteppingLoader.class.getClassLoader());
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
        if (!name.startsWith(ROOM) || name.equals(Steps.class.getName())) {
            return super.loadClass(name, resolve);
        }
        synchronized (getClassLoadingLock(name)) {
            Class<?> present = findLoadedClass(name);
            return present == null ? define(name) : present;
        }
    }

    private Class<?> define(String name) throws ClassNotFoundException {
        try (InputStream file = getResourceAsStream(name.replace('.', '/') + ".class")) {
            if (file == null) {
                throw new ClassNotFoundException(name);
            }
            byte[] bytes = file.readAllBytes();
            byte[] defined = STEPPING.contains(name.substring(ROOM.length())) ? withSteps(bytes) : bytes;
            return defineClass(name, defined, 0, defined.length);
        } catch (IOException e) {
            throw new ClassNotFoundException(name, e);
        }
    }

    private static byte[] withSteps(byte[] plain) {
        ClassWriter writer = new ClassWriter(0);
        new ClassReader(plain)
                .accept(
                        new ClassVisitor(Opcodes.ASM9, writer) {
                            @Override
                            public MethodVisitor visitMethod(
                                    int access, String name, String type, String generic, String[] thrown) {
                                MethodVisitor plain = super.visitMethod(access, name, type, generic, thrown);
                                return name.equals("<clinit>") ? plain : new StepsBetween(plain);
                            }
                        },
                        0);
        return writer.toByteArray();
    }

    private static final class StepsBetween extends MethodVisitor {
        StepsBetween(MethodVisitor target) {
            super(Opcodes.ASM9, target);
        }

        private void step() {
            super.visitMethodInsn(Opcodes.INVOKESTATIC, Steps.class.getName().replace('.', '/'), "take", "()V", false);
        }

        @Override
        public void visitMethodInsn(int opcode, String owner, String name, String type, boolean isInterface) {
            step();
            super.visitMethodInsn(opcode, owner, name, type, isInterface);
            step();
        }

        @Override
        public void visitInvokeDynamicInsn(String name, String type, Handle bootstrap, Object... arguments) {
            step();
            super.visitInvokeDynamicInsn(name, type, bootstrap, arguments);
        }

        @Override
        public void visitTypeInsn(int opcode, String type) {
            if (opcode == Opcodes.NEW || opcode == Opcodes.ANEWARRAY) {
                step();
            }
            super.visitTypeInsn(opcode, type);
        }
    }
}
