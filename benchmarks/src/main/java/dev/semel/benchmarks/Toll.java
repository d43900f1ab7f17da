package dev.semel.benchmarks;

import java.util.concurrent.atomic.DoubleAdder;
import java.util.concurrent.atomic.LongAdder;
import software.amazon.awssdk.core.SdkRequest;
import software.amazon.awssdk.core.interceptor.Context;
import software.amazon.awssdk.core.interceptor.ExecutionAttributes;
import software.amazon.awssdk.core.interceptor.ExecutionInterceptor;
import software.amazon.awssdk.services.dynamodb.model.ConsumedCapacity;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.GetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;
import software.amazon.awssdk.services.dynamodb.model.PutItemResponse;
import software.amazon.awssdk.services.dynamodb.model.ReturnConsumedCapacity;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemRequest;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemResponse;

/**
 * Counts what goes over the wire, the SDK's own repetitions included, and what DynamoDB charges for it. A refused condition is charged too, at
 * least one write unit, and DynamoDB doesn't say so in its answer: it is counted as one for each KB begun of the item.
 */
final class Toll implements ExecutionInterceptor {
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
        Object response = context.response();
        if (response instanceof PutItemResponse put) {
            add(put.consumedCapacity());
        } else if (response instanceof UpdateItemResponse update) {
            add(update.consumedCapacity());
        } else if (response instanceof GetItemResponse get) {
            add(get.consumedCapacity());
        }
    }

    @Override
    public void onExecutionFailure(Context.FailedExecution context, ExecutionAttributes attributes) {
        if (context.request() instanceof PutItemRequest) {
            units.add(DynamoDbPlace.REFUSAL_UNITS);
        }
    }

    private void add(ConsumedCapacity consumed) {
        units.add(consumed.capacityUnits());
    }

    long requests() {
        return requests.sum();
    }

    double units() {
        return units.sum();
    }
}
