package dev.semel.dynamodb;

import java.util.UUID;
import java.util.concurrent.atomic.AtomicBoolean;
import software.amazon.awssdk.core.SdkRequest;
import software.amazon.awssdk.core.SdkResponse;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.core.interceptor.Context;
import software.amazon.awssdk.core.interceptor.ExecutionAttributes;
import software.amazon.awssdk.core.interceptor.ExecutionInterceptor;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;

/** Loses the reply to the first transaction, and gives each attempt to send it another request token, as if ten minutes had passed. */
final class Forgetful implements ExecutionInterceptor {
    private final AtomicBoolean lost = new AtomicBoolean();

    @Override
    public SdkRequest modifyRequest(Context.ModifyRequest context, ExecutionAttributes attributes) {
        return context.request() instanceof TransactWriteItemsRequest write
                ? write.toBuilder()
                        .clientRequestToken(UUID.randomUUID().toString())
                        .build()
                : context.request();
    }

    @Override
    public SdkResponse modifyResponse(Context.ModifyResponse context, ExecutionAttributes attributes) {
        if (context.request() instanceof TransactWriteItemsRequest && lost.compareAndSet(false, true)) {
            throw SdkClientException.create("the reply was lost");
        }
        return context.response();
    }
}
