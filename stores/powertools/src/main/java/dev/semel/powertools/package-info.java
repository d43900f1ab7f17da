/**
 * A store for records in the items of Powertools for AWS Lambda. Start reading at {@link dev.semel.powertools.PowertoolsStore}, then {@code
 * PowertoolsItems}. This package knows the packages {@code record} and {@code wire} of the DynamoDB store.
 */
@NullMarked
package dev.semel.powertools;

import org.jspecify.annotations.NullMarked;
