package dev.semel.dynamodb;

import java.util.concurrent.atomic.AtomicInteger;
import software.amazon.awssdk.core.interceptor.Context;
import software.amazon.awssdk.core.interceptor.ExecutionAttributes;
import software.amazon.awssdk.core.interceptor.ExecutionInterceptor;
import software.amazon.awssdk.core.interceptor.SdkExecutionAttribute;

/** Runs a task right before the second put of a client is sent. */
final class Meddler implements ExecutionInterceptor {
    private final AtomicInteger puts = new AtomicInteger();
    private volatile Runnable deed = () -> {};

    void beforeTheSecondPut(Runnable what) {
        puts.set(0);
        deed = what;
    }

    @Override
    public void beforeTransmission(Context.BeforeTransmission context, ExecutionAttributes attributes) {
        boolean put =
                attributes.getAttribute(SdkExecutionAttribute.OPERATION_NAME).equals("PutItem");
        if (put && puts.incrementAndGet() == 2) {
            deed.run();
        }
    }
}
