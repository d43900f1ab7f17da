package dev.semel.dynamodb.wire;

import java.util.Map;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ReturnValuesOnConditionCheckFailure;
import software.amazon.awssdk.services.dynamodb.model.Update;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemRequest;

/**
 * An update of an item on a condition, to be sent alone or in a transaction. If DynamoDB refuses it, it returns the item.
 *
 * @param key the item's key
 * @param update what to change
 * @param condition the condition under which to change it
 * @param values the values that update and condition use
 */
public record ConditionalUpdate(
        Map<String, AttributeValue> key, Expression update, Expression condition, Map<String, AttributeValue> values) {

    /** Returns the request that sends it alone. */
    public UpdateItemRequest.Builder alone(String table) {
        return UpdateItemRequest.builder()
                .tableName(table)
                .key(key)
                .updateExpression(update.text())
                .conditionExpression(condition.text())
                .expressionAttributeNames(update.namesWith(condition))
                .expressionAttributeValues(values)
                .returnValuesOnConditionCheckFailure(ReturnValuesOnConditionCheckFailure.ALL_OLD);
    }

    /** Returns its part of a transaction. */
    public Update inTransaction(String table) {
        return Update.builder()
                .tableName(table)
                .key(key)
                .updateExpression(update.text())
                .conditionExpression(condition.text())
                .expressionAttributeNames(update.namesWith(condition))
                .expressionAttributeValues(values)
                .returnValuesOnConditionCheckFailure(ReturnValuesOnConditionCheckFailure.ALL_OLD)
                .build();
    }
}
