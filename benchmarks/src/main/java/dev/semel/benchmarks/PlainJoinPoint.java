package dev.semel.benchmarks;

import java.lang.reflect.Method;
import org.aspectj.lang.ProceedingJoinPoint;
import org.aspectj.lang.reflect.MethodSignature;
import org.aspectj.lang.reflect.SourceLocation;
import org.aspectj.runtime.internal.AroundClosure;

/** What a woven aspect gets, without the weaver and without proxies, which would cost Powertools time that it does not take in a function. */
final class PlainJoinPoint implements ProceedingJoinPoint {
    @Override
    public Object proceed() {
        return ColdStart.RECEIPT;
    }

    @Override
    public Object proceed(Object[] args) {
        return ColdStart.RECEIPT;
    }

    @Override
    public MethodSignature getSignature() {
        return new PlainSignature();
    }

    @Override
    public Object[] getArgs() {
        return new Object[0];
    }

    @Override
    public void set$AroundClosure(AroundClosure closure) {}

    @Override
    public String toShortString() {
        return "create";
    }

    @Override
    public String toLongString() {
        return "create";
    }

    @Override
    public Object getThis() {
        return this;
    }

    @Override
    public Object getTarget() {
        return this;
    }

    @Override
    public SourceLocation getSourceLocation() {
        throw new UnsupportedOperationException();
    }

    @Override
    public String getKind() {
        return METHOD_EXECUTION;
    }

    @Override
    public StaticPart getStaticPart() {
        throw new UnsupportedOperationException();
    }

    private static final class PlainSignature implements MethodSignature {
        @Override
        public Class<?> getReturnType() {
            return String.class;
        }

        @Override
        public Method getMethod() {
            throw new UnsupportedOperationException();
        }

        @Override
        public Class<?>[] getParameterTypes() {
            return new Class<?>[0];
        }

        @Override
        public String[] getParameterNames() {
            return new String[0];
        }

        @Override
        public Class<?>[] getExceptionTypes() {
            return new Class<?>[0];
        }

        @Override
        public String toShortString() {
            return "create";
        }

        @Override
        public String toLongString() {
            return "create";
        }

        @Override
        public String getName() {
            return "create";
        }

        @Override
        public int getModifiers() {
            return 0;
        }

        @Override
        public Class<?> getDeclaringType() {
            return PlainJoinPoint.class;
        }

        @Override
        public String getDeclaringTypeName() {
            return PlainJoinPoint.class.getName();
        }
    }
}
