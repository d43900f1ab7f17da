package dev.semel.dynamodb;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import software.amazon.awssdk.core.SdkRequest;
import software.amazon.awssdk.core.interceptor.Context;
import software.amazon.awssdk.core.interceptor.ExecutionAttributes;
import software.amazon.awssdk.core.interceptor.ExecutionInterceptor;
import software.amazon.awssdk.core.interceptor.SdkExecutionAttribute;

/** Fails the next requests with an action as DynamoDB would: without applying them. */
final class Refusing implements ExecutionInterceptor {
    private final AtomicInteger left = new AtomicInteger();
    private volatile String action = "";
    private volatile Supplier<RuntimeException> failure = IllegalStateException::new;

    /** Starts refusing. */
    void refuse(String which, int times, Supplier<RuntimeException> with) {
        action = which;
        failure = with;
        left.set(times);
    }

    @Override
    public SdkRequest modifyRequest(Context.ModifyRequest context, ExecutionAttributes attributes) {
        boolean meant =
                attributes.getAttribute(SdkExecutionAttribute.OPERATION_NAME).equals(action);
        if (meant && left.getAndUpdate(times -> Math.max(0, times - 1)) > 0) {
            throw failure.get();
        }
        return context.request();
    }
}
