package dev.semel.powertools;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * The condition that an item was not written since it was read. Every write of either side changes one of the attributes that it compares: an
 * update of Powertools the status, a put of Powertools the times and Semel's attributes, and each write of Semel the version.
 */
record Unchanged(String condition, Map<String, String> names, Map<String, AttributeValue> values) {

    static Unchanged since(Map<String, AttributeValue> read, PowertoolsItems.Names attributes) {
        List<String> compared = List.of(
                attributes.status,
                attributes.expiration,
                attributes.inProgressExpiration,
                attributes.validation,
                PowertoolsItems.NONCE,
                PowertoolsItems.VERSION);
        Map<String, String> names = new HashMap<>();
        Map<String, AttributeValue> values = new HashMap<>();
        names.put("#id", attributes.id);
        StringBuilder condition = new StringBuilder("attribute_exists(#id)");
        for (int i = 0; i < compared.size(); i++) {
            AttributeValue value = read.get(compared.get(i));
            names.put("#t" + i, compared.get(i));
            if (value == null) {
                condition.append(" AND attribute_not_exists(#t").append(i).append(')');
            } else {
                condition.append(" AND #t").append(i).append(" = :t").append(i);
                values.put(":t" + i, value);
            }
        }
        return new Unchanged(condition.toString(), names, values);
    }
}
