package dev.semel.dynamodb.record;

import dev.semel.dynamodb.wire.Expression;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ReturnValuesOnConditionCheckFailure;
import software.amazon.awssdk.services.dynamodb.model.Update;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemRequest;

/**
 * An update of a record's item under its owner's token, to be sent alone or in a transaction.
 *
 * @param key the item's key
 * @param update what to change
 * @param condition the condition under which to change it
 * @param values the values that update and condition use
 */
record RecordUpdate(
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
