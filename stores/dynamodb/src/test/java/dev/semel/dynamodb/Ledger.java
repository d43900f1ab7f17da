package dev.semel.dynamodb;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import software.amazon.awssdk.core.SdkRequest;
import software.amazon.awssdk.core.interceptor.Context;
import software.amazon.awssdk.core.interceptor.ExecutionAttributes;
import software.amazon.awssdk.core.interceptor.ExecutionInterceptor;
import software.amazon.awssdk.core.interceptor.SdkExecutionAttribute;
import software.amazon.awssdk.services.dynamodb.model.ConsumedCapacity;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.GetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;
import software.amazon.awssdk.services.dynamodb.model.PutItemResponse;
import software.amazon.awssdk.services.dynamodb.model.ReturnConsumedCapacity;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsResponse;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemRequest;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemResponse;

/** Records every request of a client: its action, how often it was sent, and the capacity that it consumed. */
public final class Ledger implements ExecutionInterceptor {
    private final ConcurrentLinkedQueue<SdkRequest> requests = new ConcurrentLinkedQueue<>();
    private final ConcurrentLinkedQueue<String> names = new ConcurrentLinkedQueue<>();
    private final ConcurrentLinkedQueue<Double> units = new ConcurrentLinkedQueue<>();
    private final AtomicInteger sendings = new AtomicInteger();

    @Override
    public SdkRequest modifyRequest(Context.ModifyRequest context, ExecutionAttributes attributes) {
        SdkRequest request = context.request();
        ReturnConsumedCapacity total = ReturnConsumedCapacity.TOTAL;
        if (request instanceof PutItemRequest put) {
            return put.toBuilder().returnConsumedCapacity(total).build();
        } else if (request instanceof UpdateItemRequest update) {
            return update.toBuilder().returnConsumedCapacity(total).build();
        } else if (request instanceof GetItemRequest get) {
            return get.toBuilder().returnConsumedCapacity(total).build();
        } else if (request instanceof TransactWriteItemsRequest write) {
            return write.toBuilder().returnConsumedCapacity(total).build();
        }
        return request;
    }

    @Override
    public void beforeMarshalling(Context.BeforeMarshalling context, ExecutionAttributes attributes) {
        requests.add(context.request());
        names.add(attributes.getAttribute(SdkExecutionAttribute.OPERATION_NAME));
    }

    @Override
    public void beforeTransmission(Context.BeforeTransmission context, ExecutionAttributes attributes) {
        sendings.incrementAndGet();
    }

    @Override
    public void afterExecution(Context.AfterExecution context, ExecutionAttributes attributes) {
        consumed(context.response()).forEach(each -> units.add(each.capacityUnits()));
    }

    private static Stream<ConsumedCapacity> consumed(Object response) {
        if (response instanceof PutItemResponse put) {
            return Stream.ofNullable(put.consumedCapacity());
        } else if (response instanceof UpdateItemResponse update) {
            return Stream.ofNullable(update.consumedCapacity());
        } else if (response instanceof GetItemResponse get) {
            return Stream.ofNullable(get.consumedCapacity());
        } else if (response instanceof TransactWriteItemsResponse write) {
            return write.consumedCapacity().stream();
        }
        return Stream.empty();
    }

    /** Returns the actions since the last call, in order. */
    public List<String> actions() {
        List<String> all = new ArrayList<>(names);
        forget();
        return all;
    }

    public void forget() {
        names.clear();
        requests.clear();
        units.clear();
        sendings.set(0);
    }

    /** Returns how many requests were sent, the SDK's repetitions included. */
    public int sendings() {
        return sendings.get();
    }

    /** Returns the capacity units since the last reset. */
    public double units() {
        return units.stream().mapToDouble(Double::doubleValue).sum();
    }

    public Map<String, Long> counts() {
        return names.stream().collect(Collectors.groupingBy(name -> name, Collectors.counting()));
    }

    <R extends SdkRequest> R last(Class<R> type) {
        return requests.stream()
                .filter(type::isInstance)
                .map(type::cast)
                .reduce((one, other) -> other)
                .orElseThrow();
    }
}
