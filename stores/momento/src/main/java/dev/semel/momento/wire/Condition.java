package dev.semel.momento.wire;

import com.google.protobuf.ByteString;
import com.google.protobuf.UnsafeByteOperations;
import grpc.cache_client._SetIfRequest;
import grpc.common.Absent;
import grpc.common.AbsentOrEqual;
import grpc.common.Equal;
import java.util.function.Consumer;

/** What must be true of an item for a write to be applied. Momento compares and writes in one atomic step. */
public final class Condition {
    private static final Condition ABSENT = new Condition(request -> request.setAbsent(Absent.getDefaultInstance()));

    private final Consumer<_SetIfRequest.Builder> addition;

    private Condition(Consumer<_SetIfRequest.Builder> addition) {
        this.addition = addition;
    }

    /** Returns the condition that there is no item. */
    public static Condition absent() {
        return ABSENT;
    }

    /** Returns the condition that there is an item with exactly these bytes. */
    public static Condition equal(byte[] bytes) {
        return new Condition(request -> request.setEqual(Equal.newBuilder().setValueToCheck(wrap(bytes))));
    }

    /** Returns the condition that there is no item, or one with exactly these bytes. */
    public static Condition absentOrEqual(byte[] bytes) {
        return new Condition(
                request -> request.setAbsentOrEqual(AbsentOrEqual.newBuilder().setValueToCheck(wrap(bytes))));
    }

    void addTo(_SetIfRequest.Builder request) {
        addition.accept(request);
    }

    private static ByteString wrap(byte[] bytes) {
        return UnsafeByteOperations.unsafeWrap(bytes);
    }
}
