package dev.semel.dynamodb;

import java.util.Map;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ReturnValuesOnConditionCheckFailure;
import software.amazon.awssdk.services.dynamodb.model.Update;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemRequest;

/**
 * A write that only the owner may do: to be sent alone or within a transaction.
 *
 * @param key of the item
 * @param update what to change
 * @param condition when
 * @param values of both
 */
record Change(
        Map<String, AttributeValue> key, Expression update, Expression condition, Map<String, AttributeValue> values) {

    UpdateItemRequest alone(String table) {
        return UpdateItemRequest.builder()
                .tableName(table)
                .key(key)
                .updateExpression(update.text())
                .conditionExpression(condition.text())
                .expressionAttributeNames(update.namesWith(condition))
                .expressionAttributeValues(values)
                .returnValuesOnConditionCheckFailure(ReturnValuesOnConditionCheckFailure.ALL_OLD)
                .build();
    }

    Update inTransaction(String table) {
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
