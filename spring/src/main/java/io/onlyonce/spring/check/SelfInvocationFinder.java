package io.onlyonce.spring.check;

import java.util.Arrays;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.asm.ClassVisitor;
import org.springframework.asm.Handle;
import org.springframework.asm.MethodVisitor;
import org.springframework.asm.Opcodes;
import org.springframework.asm.SpringAsmInfo;
import org.springframework.asm.Type;

/** Reads class files for {@link SelfInvocations}. Confined to one thread. */
final class SelfInvocationFinder extends ClassVisitor {
    /** How javac names the body of a lambda, before the name of the method that it stands in. */
    private static final String LAMBDA = "lambda$";

    private final Set<String> owners;
    private final String name;
    private final Set<String> descriptors;
    private @Nullable String caller;

    /**
     * @param owners internal names of the class and all that it is a kind of
     * @param name of the method that must not be called
     * @param descriptors under which it is called
     */
    SelfInvocationFinder(Set<String> owners, String name, Set<String> descriptors) {
        super(SpringAsmInfo.ASM_VERSION);
        this.owners = owners;
        this.name = name;
        this.descriptors = descriptors;
    }

    Optional<String> caller() {
        return Optional.ofNullable(caller);
    }

    @Override
    public @Nullable MethodVisitor visitMethod(
            int access, String method, String descriptor, @Nullable String signature, String @Nullable [] exceptions) {
        boolean hasNoThis = (access & Opcodes.ACC_STATIC) != 0;
        boolean isGivenAnother =
                Arrays.stream(Type.getArgumentTypes(descriptor)).anyMatch(this::isOwn);
        boolean isBridge = (access & Opcodes.ACC_BRIDGE) != 0;
        return hasNoThis || isGivenAnother || isBridge ? null : new Body(method, descriptor);
    }

    private boolean isOwn(Type type) {
        return type.getSort() == Type.OBJECT && owners.contains(type.getInternalName());
    }

    private boolean isSame(String owner, String called, String descriptor) {
        return owners.contains(owner) && name.equals(called) && descriptors.contains(descriptor);
    }

    private final class Body extends MethodVisitor {
        private final String method;
        private final String descriptor;
        private boolean holdsAnother;
        private boolean calls;

        Body(String method, String descriptor) {
            super(SpringAsmInfo.ASM_VERSION);
            this.method = method;
            this.descriptor = descriptor;
        }

        @Override
        public void visitFieldInsn(int opcode, String owner, String field, String type) {
            boolean isOuterThis = field.startsWith("this$");
            holdsAnother |= !isOuterThis && isOwn(Type.getType(type));
        }

        @Override
        public void visitTypeInsn(int opcode, String type) {
            holdsAnother |= (opcode == Opcodes.CHECKCAST || opcode == Opcodes.NEW) && owners.contains(type);
        }

        @Override
        public void visitMethodInsn(int opcode, String owner, String called, String type, boolean isInterface) {
            holdsAnother |= isOwn(Type.getReturnType(type));
            boolean overrides = opcode == Opcodes.INVOKESPECIAL && method.equals(called) && descriptor.equals(type);
            calls |= isSame(owner, called, type) && !overrides;
        }

        @Override
        public void visitInvokeDynamicInsn(String called, String type, Handle bootstrap, Object... arguments) {
            for (Object argument : arguments) {
                calls |= argument instanceof Handle handle
                        && isSame(handle.getOwner(), handle.getName(), handle.getDesc());
            }
        }

        @Override
        public void visitEnd() {
            if (calls && !holdsAnother) {
                caller = method.startsWith(LAMBDA)
                        ? method.substring(LAMBDA.length(), method.indexOf('$', LAMBDA.length()))
                        : method;
            }
        }
    }
}
