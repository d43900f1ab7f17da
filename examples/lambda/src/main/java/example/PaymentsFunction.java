package example;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestHandler;
import dev.semel.Semel;
import dev.semel.dynamodb.DynamoDbStore;
import dev.semel.jackson.JsonCodec;
import dev.semel.lambda.EventPart;
import dev.semel.lambda.LambdaGuard;
import dev.semel.lambda.SnapStart;
import java.net.URI;
import java.time.Duration;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClientBuilder;

/** Charges a card once for each order. */
public final class PaymentsFunction implements RequestHandler<PaymentsFunction.Payment, PaymentsFunction.Receipt> {
    public record Payment(String orderId, long cents, String currency) {}

    public record Receipt(String id, long cents) {}

    // Created when the function starts, and kept from one invocation to the next.
    private final RequestHandler<Payment, Receipt> guarded;

    // SnapStart calls it before taking its snapshot, but only while it is referenced.
    @SuppressWarnings("unused")
    private final SnapStart warmUp;

    public PaymentsFunction() {
        DynamoDbStore store = DynamoDbStore.builder(client())
                .table(System.getenv().getOrDefault("SEMEL_TABLE", "semel_record"))
                .checkTable(false) // saves two requests at each cold start
                .build();
        Semel semel = Semel.builder(store).nearCache(100).build();
        this.guarded = guarded(semel);
        this.warmUp = SnapStart.warmUp(semel);
    }

    private static RequestHandler<Payment, Receipt> guarded(Semel semel) {
        return LambdaGuard.of(semel.operation("payments.create", JsonCodec.of(Receipt.class))
                        .retention(Duration.ofDays(1))
                        .build())
                .key(EventPart.at("/orderId"))
                .comparing(EventPart.at("/cents", "/currency"))
                .attemptHandler((payment, context, attempt) -> charge(payment, attempt.childKey("card-network")));
    }

    @Override
    public Receipt handleRequest(Payment payment, Context context) {
        return guarded.handleRequest(payment, context);
    }

    /** A real function would call the card network here, with a key that is the same in every attempt. */
    private static Receipt charge(Payment payment, String networkKey) {
        return new Receipt("receipt-" + networkKey, payment.cents());
    }

    /** Returns a client of DynamoDB, or of DynamoDB Local if SEMEL_ENDPOINT is set. */
    private static DynamoDbClient client() {
        DynamoDbClientBuilder builder = DynamoDbClient.builder().httpClient(UrlConnectionHttpClient.create());
        String endpoint = System.getProperty("SEMEL_ENDPOINT", System.getenv("SEMEL_ENDPOINT"));
        return endpoint == null
                ? builder.build()
                : builder.endpointOverride(URI.create(endpoint)).build();
    }
}
