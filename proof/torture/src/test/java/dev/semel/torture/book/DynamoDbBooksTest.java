package dev.semel.torture.book;

import static org.assertj.core.api.Assertions.assertThat;

import dev.semel.dynamodb.DynamoDbAddress;
import dev.semel.servers.DynamoDbLocal;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;

@Tag("torture")
@DisplayName("effects on DynamoDB")
class DynamoDbBooksTest {

    @Test
    @DisplayName("are there twice if one was written twice, and are handed over once")
    void keepsRepeatedWritesApart() throws Exception {
        try (DynamoDbLocal server = DynamoDbLocal.start()) {
            String address = "dynamodb://eu-west-1/semel?endpoint=" + server.uri();
            try (DynamoDbBooks books = new DynamoDbBooks(address, "x");
                    DynamoDbClient client = DynamoDbBooks.client(DynamoDbAddress.of(address))) {
                TransactWriteItem write = TransactWriteItem.builder()
                        .update(DynamoDbBooks.entry("x", "one"))
                        .build();
                client.transactWriteItems(transaction -> transaction.transactItems(write));
                assertThat(read(books)).containsExactly("one");

                client.transactWriteItems(transaction -> transaction.transactItems(write));
                assertThat(read(books)).containsExactly("one");
                assertThat(read(books)).isEmpty();
            }
        }
    }

    private static List<String> read(Books books) throws Books.AwayException {
        List<String> entries = new ArrayList<>();
        books.read(entries::add);
        return entries;
    }
}
