package dev.semel.benchmarks.servers;

import java.util.concurrent.atomic.DoubleAdder;
import java.util.concurrent.atomic.LongAdder;
import software.amazon.awssdk.core.SdkRequest;
import software.amazon.awssdk.core.interceptor.Context;
import software.amazon.awssdk.core.interceptor.ExecutionAttributes;
import software.amazon.awssdk.core.interceptor.ExecutionInterceptor;
import software.amazon.awssdk.services.dynamodb.model.ConsumedCapacity;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;
import software.amazon.awssdk.services.dynamodb.model.ReturnConsumedCapacity;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemRequest;

/**
 * Counts the requests of a client, retries by the SDK included, and the units that DynamoDB charges for them. DynamoDB also charges for a refused
 * condition, but does not return how much: it is counted as one write unit per KB of the item, rounded up.
 */
public final class Toll implements ExecutionInterceptor {
    /** An item with a result of 1 KB is larger than 1 KB and smaller than 2 KB. */
    private static final double REFUSAL_UNITS = 2;

    private final LongAdder requests = new LongAdder();
    private final DoubleAdder units = new DoubleAdder();

    @Override
    public SdkRequest modifyRequest(Context.ModifyRequest context, ExecutionAttributes attributes) {
        SdkRequest request = context.request();
        if (request instanceof PutItemRequest put) {
            return put.toBuilder()
                    .returnConsumedCapacity(ReturnConsumedCapacity.TOTAL)
                    .build();
        } else if (request instanceof UpdateItemRequest update) {
            return update.toBuilder()
                    .returnConsumedCapacity(ReturnConsumedCapacity.TOTAL)
                    .build();
        } else if (request instanceof GetItemRequest get) {
            return get.toBuilder()
                    .returnConsumedCapacity(ReturnConsumedCapacity.TOTAL)
                    .build();
        }
        return request;
    }

    @Override
    public void beforeTransmission(Context.BeforeTransmission context, ExecutionAttributes attributes) {
        requests.increment();
    }

    @Override
    public void afterExecution(Context.AfterExecution context, ExecutionAttributes attributes) {
        context.response()
                .getValueForField("ConsumedCapacity", ConsumedCapacity.class)
                .ifPresent(consumed -> units.add(consumed.capacityUnits()));
    }

    @Override
    public void onExecutionFailure(Context.FailedExecution context, ExecutionAttributes attributes) {
        if (context.request() instanceof PutItemRequest) {
            units.add(REFUSAL_UNITS);
        }
    }

    /** Returns how many requests were sent. */
    public long requests() {
        return requests.sum();
    }

    /** Returns how many units were charged. */
    public double units() {
        return units.sum();
    }
}
