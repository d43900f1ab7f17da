package dev.semel.powertools;

import static dev.semel.dynamodb.record.ItemCodec.state;
import static dev.semel.dynamodb.wire.AttributeValues.nonce;
import static dev.semel.dynamodb.wire.AttributeValues.number;

import dev.semel.dynamodb.record.RecordItem;
import dev.semel.store.Token;
import java.util.HashMap;
import java.util.Map;
import java.util.StringJoiner;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ReturnValuesOnConditionCheckFailure;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemRequest;

/** An update of an item under its owner's token. Attributes are placeholders, since DynamoDB reserves some words. */
final class OwnedUpdate {
    private final Map<String, String> names = new HashMap<>();
    private final Map<String, AttributeValue> values = new HashMap<>();
    private final StringJoiner sets = new StringJoiner(", ");
    private final StringJoiner removals = new StringJoiner(", ");
    private final StringBuilder condition =
            new StringBuilder("#owner_epoch = :owner_epoch AND #owner_nonce = :owner_nonce"
                    + " AND #owner_state = :owner_state AND #owner_status = :owner_status");

    OwnedUpdate(PowertoolsItems.Names attributes, Token token, long version) {
        expect("owner_epoch", PowertoolsItems.EPOCH, number(token.epoch()));
        expect("owner_nonce", PowertoolsItems.NONCE, nonce(token.nonce()));
        expect("owner_state", PowertoolsItems.STATE, state(RecordItem.State.IN_PROGRESS));
        expect("owner_status", attributes.status, AttributeValue.fromS(PowertoolsItems.IN_PROGRESS));
        set(PowertoolsItems.VERSION, number(version));
    }

    private void expect(String placeholder, String attribute, AttributeValue value) {
        names.put("#" + placeholder, attribute);
        values.put(":" + placeholder, value);
    }

    OwnedUpdate set(String attribute, AttributeValue value) {
        String placeholder = placeholder(attribute);
        expect(placeholder, attribute, value);
        sets.add("#" + placeholder + " = :" + placeholder);
        return this;
    }

    OwnedUpdate remove(String attribute) {
        names.put("#" + placeholder(attribute), attribute);
        removals.add("#" + placeholder(attribute));
        return this;
    }

    /** Semel's own names are valid as placeholders. Those that the application chose may have other characters. */
    private static String placeholder(String attribute) {
        return attribute.matches("[a-z_]+") ? attribute : "a" + Integer.toHexString(attribute.hashCode());
    }

    /** Adds a condition. */
    OwnedUpdate alsoIf(String further) {
        condition.append(" AND ").append(further);
        return this;
    }

    UpdateItemRequest request(String table, Map<String, AttributeValue> key) {
        String removing = removals.length() == 0 ? "" : " REMOVE " + removals;
        return UpdateItemRequest.builder()
                .tableName(table)
                .key(key)
                .updateExpression("SET " + sets + removing)
                .conditionExpression(condition.toString())
                .expressionAttributeNames(names)
                .expressionAttributeValues(values)
                .returnValuesOnConditionCheckFailure(ReturnValuesOnConditionCheckFailure.ALL_OLD)
                .build();
    }
}
