package dev.semel;

import java.lang.reflect.InaccessibleObjectException;
import java.lang.reflect.Method;
import java.lang.reflect.RecordComponent;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.temporal.Temporal;
import java.time.temporal.TemporalAmount;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Digests values of the JDK. Members of sets and maps are digested separately and sorted, so that their order does not matter. */
final class FingerprintByValue implements Fingerprinter {
    static final FingerprintByValue INSTANCE = new FingerprintByValue();

    /** Cached, since looking up the accessors of a record is slow. They are unloaded with their class. */
    private static final ClassValue<Method[]> ACCESSORS = new ClassValue<>() {
        @Override
        protected Method[] computeValue(Class<?> type) {
            Method[] accessors = Arrays.stream(type.getRecordComponents())
                    .map(RecordComponent::getAccessor)
                    .toArray(Method[]::new);
            try {
                for (Method accessor : accessors) {
                    accessor.setAccessible(true);
                }
            } catch (InaccessibleObjectException e) {
                throw new IllegalArgumentException(
                        type.getName() + " can't be read; open its package to the module dev.semel", e);
            }
            return accessors;
        }
    };

    private FingerprintByValue() {}

    @Override
    public Fingerprint of(@Nullable Object request) {
        if (request instanceof Fingerprint known) {
            return known;
        }
        Digester digester = new Digester();
        try {
            write(digester, request);
        } catch (StackOverflowError e) {
            throw new IllegalArgumentException(
                    "the request is nested too deep for a fingerprint by value, or contains itself; pass a record that names the content of the request",
                    e);
        }
        return digester.finish();
    }

    private void write(Digester to, @Nullable Object value) {
        if (value == null) {
            to.nothing();
        } else if (value instanceof CharSequence text) {
            to.text(text.toString());
        } else if (value instanceof byte[] bytes) {
            to.bytes(bytes);
        } else if (value instanceof Fingerprint fingerprint) {
            to.fingerprint(fingerprint);
        } else if (value instanceof Record record) {
            writeRecord(to, record);
        } else if (value instanceof List<?> list) {
            to.list(list.size());
            list.forEach(member -> write(to, member));
        } else if (value instanceof Set<?> set) {
            to.scalar("set", String.valueOf(set.size()));
            writeSorted(to, set);
        } else if (value instanceof Map<?, ?> map) {
            to.scalar("map", String.valueOf(map.size()));
            writeSorted(to, map.entrySet());
        } else if (value instanceof Map.Entry<?, ?> entry) {
            to.scalar("entry", "2");
            write(to, entry.getKey());
            write(to, entry.getValue());
        } else if (value instanceof Optional<?> optional) {
            write(to, optional.orElse(null));
        } else {
            writeScalar(to, value);
        }
    }

    private void writeRecord(Digester to, Record record) {
        Method[] accessors = ACCESSORS.get(record.getClass());
        to.scalar("record", String.valueOf(accessors.length));
        for (Method accessor : accessors) {
            Object member;
            try {
                member = accessor.invoke(record);
            } catch (ReflectiveOperationException e) {
                throw new IllegalArgumentException(
                        "the component " + accessor.getName() + " of "
                                + record.getClass().getName() + " can't be read; its accessor must not throw",
                        e);
            }
            to.text(accessor.getName());
            write(to, member);
        }
    }

    private void writeSorted(Digester to, Collection<?> members) {
        members.stream()
                .map(this::alone)
                .sorted(Comparator.comparing(HexFormat.of()::formatHex))
                .forEach(to::bytes);
    }

    private byte[] alone(@Nullable Object member) {
        Digester digester = new Digester();
        write(digester, member);
        return digester.finish().bytes();
    }

    private static void writeScalar(Digester to, Object value) {
        if (value instanceof Number number && isWhole(number)) {
            to.scalar("number", number.toString());
        } else if (value instanceof BigDecimal decimal) {
            to.scalar("decimal", decimal.stripTrailingZeros().toString());
        } else if (value instanceof Double || value instanceof Float) {
            to.scalar("float", value.toString());
        } else if (value instanceof Enum<?> constant) {
            to.scalar("enum", constant.name());
        } else if (value instanceof Boolean || value instanceof Character || value instanceof UUID) {
            to.scalar(value.getClass().getSimpleName(), value.toString());
        } else if (value instanceof Temporal || value instanceof TemporalAmount) {
            to.scalar(value.getClass().getSimpleName(), value.toString());
        } else {
            throw new IllegalArgumentException(
                    "a request of type " + value.getClass().getName()
                            + " has no fingerprint by value; pass a record, text, bytes or a Fingerprint, or set"
                            + " a fingerprinter on the operation (semel-codec-jackson has one for JSON)");
        }
    }

    private static boolean isWhole(Number number) {
        return number instanceof Long
                || number instanceof Integer
                || number instanceof Short
                || number instanceof Byte
                || number instanceof BigInteger;
    }
}
