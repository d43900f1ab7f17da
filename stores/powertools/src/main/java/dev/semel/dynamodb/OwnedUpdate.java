package dev.semel.dynamodb;

import java.util.HashMap;
import java.util.Map;
import java.util.StringJoiner;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ReturnValuesOnConditionCheckFailure;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemRequest;

/** An update of one of Powertools' items that only its owner may do. Names of attributes are placeholders, since they may be words that DynamoDB reserves. */
final class OwnedUpdate {
    private final Map<String, String> names = new HashMap<>();
    private final Map<String, AttributeValue> values = new HashMap<>();
    private final StringJoiner sets = new StringJoiner(", ");
    private final StringJoiner removals = new StringJoiner(", ");
    private final StringBuilder condition =
            new StringBuilder("#owner_epoch = :owner_epoch AND #owner_nonce = :owner_nonce"
                    + " AND #owner_state = :owner_state AND #owner_status = :owner_status");

    OwnedUpdate(PowertoolsItems.Names attributes, dev.semel.store.Token token, long version) {
        expect("owner_epoch", PowertoolsItems.EPOCH, Items.number(token.epoch()));
        expect("owner_nonce", PowertoolsItems.NONCE, Items.nonce(token));
        expect("owner_state", PowertoolsItems.STATE, Items.state(Item.State.IN_PROGRESS));
        expect("owner_status", attributes.status, AttributeValue.fromS(PowertoolsItems.IN_PROGRESS));
        set(PowertoolsItems.VERSION, Items.number(version));
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

    /** Semel's own names are placeholders as they are; those that the application chose may have other characters. */
    private static String placeholder(String attribute) {
        return attribute.matches("[a-z_]+") ? attribute : "a" + Integer.toHexString(attribute.hashCode());
    }

    /** On this further condition. */
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
