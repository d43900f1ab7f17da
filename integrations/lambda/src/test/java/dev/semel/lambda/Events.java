package dev.semel.lambda;

import com.fasterxml.jackson.databind.node.TextNode;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;
import java.util.stream.Collectors;

/** Events in the formats that Lambda delivers. */
final class Events {

    private Events() {}

    private static String quoted(String text) {
        return text == null ? "null" : TextNode.valueOf(text).toString();
    }

    static String records(String... records) {
        return Arrays.stream(records).collect(Collectors.joining(",", "{\"Records\": [", "]}"));
    }

    static String sqs(String id, String body) {
        return records(sqsRecord(id, body));
    }

    static String sqsRecord(String id, String body) {
        return sqsRecord(id, body, "orders", "");
    }

    static String fifoRecord(String id, String group, String body) {
        return sqsRecord(
                id,
                body,
                "orders.fifo",
                ", \"MessageGroupId\": \"" + group + "\", \"MessageDeduplicationId\": \"d-" + id
                        + "\", \"SequenceNumber\": \"18849496460467696128\"");
    }

    private static String sqsRecord(String id, String body, String queue, String more) {
        return """
            {
              "messageId": "%s",
              "receiptHandle": "AQEBwJnKyrHigUMZj6rYigCgxlaS3SLy0a-%s",
              "body": %s,
              "attributes": {
                "ApproximateReceiveCount": "1",
                "SentTimestamp": "1763280000000",
                "SenderId": "AIDAIENQZJOLO23YVJ4VO",
                "ApproximateFirstReceiveTimestamp": "1763280000004"%s
              },
              "messageAttributes": {},
              "md5OfBody": "e4e68fb7bd0e697a0ae8f1bb342846b3",
              "eventSource": "aws:sqs",
              "eventSourceARN": "arn:aws:sqs:eu-west-1:123456789012:%s",
              "awsRegion": "eu-west-1"
            }""".formatted(id, System.nanoTime(), quoted(body), more, queue);
    }

    static String snsRecord(String id, String message) {
        return """
            {
              "EventSource": "aws:sns",
              "EventVersion": "1.0",
              "EventSubscriptionArn": "arn:aws:sns:eu-west-1:123456789012:orders:21be56ed-a058-49f5-8c98-aedd2564c486",
              "Sns": {
                "SignatureVersion": "1",
                "Timestamp": "2026-11-16T09:30:00.000Z",
                "Signature": "tcc6faL2yUC6dgZdmrwh1Y4cGa/ebXEkAi6RibDsvpi",
                "SigningCertUrl": "https://sns.eu-west-1.amazonaws.com/cert.pem",
                "MessageId": "%s",
                "Message": %s,
                "MessageAttributes": {"Test": {"Type": "String", "Value": "TestString"}},
                "Type": "Notification",
                "UnsubscribeUrl": "https://sns.eu-west-1.amazonaws.com/?Action=Unsubscribe",
                "TopicArn": "arn:aws:sns:eu-west-1:123456789012:orders",
                "Subject": "order"
              }
            }""".formatted(id, quoted(message));
    }

    static String eventBridge(String id, String detail) {
        return """
            {
              "version": "0",
              "id": "%s",
              "detail-type": "Order Placed",
              "source": "shop.orders",
              "account": "123456789012",
              "time": "2026-11-16T09:30:00Z",
              "region": "eu-west-1",
              "resources": [],
              "detail": %s
            }""".formatted(id, detail);
    }

    static String kinesisRecord(String sequence, String data) {
        return """
            {
              "kinesis": {
                "kinesisSchemaVersion": "1.0",
                "partitionKey": "1",
                "sequenceNumber": "%1$s",
                "data": "%2$s",
                "approximateArrivalTimestamp": 1763280000.428
              },
              "eventSource": "aws:kinesis",
              "eventVersion": "1.0",
              "eventID": "shardId-000000000006:%1$s",
              "eventName": "aws:kinesis:record",
              "invokeIdentityArn": "arn:aws:iam::123456789012:role/lambda-role",
              "awsRegion": "eu-west-1",
              "eventSourceARN": "arn:aws:kinesis:eu-west-1:123456789012:stream/orders"
            }""".formatted(sequence, Base64.getEncoder().encodeToString(data.getBytes(StandardCharsets.UTF_8)));
    }

    static String streamRecord(String sequence, String orderId) {
        return """
            {
              "eventID": "c4ca4238a0b923820dcc509a6f75849b-%1$s",
              "eventName": "INSERT",
              "eventVersion": "1.1",
              "eventSource": "aws:dynamodb",
              "awsRegion": "eu-west-1",
              "dynamodb": {
                "ApproximateCreationDateTime": 1763280000,
                "Keys": {"Id": {"S": "%2$s"}},
                "NewImage": {"Id": {"S": "%2$s"}, "Cents": {"N": "1250"}},
                "SequenceNumber": "%1$s",
                "SizeBytes": 26,
                "StreamViewType": "NEW_AND_OLD_IMAGES"
              },
              "eventSourceARN": "arn:aws:dynamodb:eu-west-1:123456789012:table/orders/stream/2026-01-01T00:00:00.000"
            }""".formatted(sequence, orderId);
    }

    private static String headers(String key) {
        return key == null ? "" : ", \"Idempotency-Key\": " + quoted(key);
    }

    private static String headerLists(String key) {
        return key == null ? "" : ", \"Idempotency-Key\": [" + quoted(key) + "]";
    }

    static String rest(String method, String path, String key, String body) {
        return rest(method, path, key, body, "\"principalId\": \"user-1\"");
    }

    static String rest(String method, String path, String key, String body, String authorizer) {
        return """
            {
              "resource": "%2$s",
              "path": "%2$s",
              "httpMethod": "%1$s",
              "headers": {"Accept": "*/*", "content-type": "application/json", "Host": "a.execute-api.eu-west-1.amazonaws.com"%3$s},
              "multiValueHeaders": {"Accept": ["*/*"], "content-type": ["application/json"], "Host": ["a.execute-api.eu-west-1.amazonaws.com"]%4$s},
              "queryStringParameters": null,
              "multiValueQueryStringParameters": null,
              "pathParameters": null,
              "stageVariables": null,
              "requestContext": {
                "accountId": "123456789012",
                "apiId": "a",
                "authorizer": {%6$s},
                "domainName": "a.execute-api.eu-west-1.amazonaws.com",
                "extendedRequestId": "request-%7$d",
                "httpMethod": "%1$s",
                "identity": {"sourceIp": "192.0.2.1", "userAgent": "curl", "userArn": null, "cognitoIdentityId": null},
                "path": "/prod%2$s",
                "protocol": "HTTP/1.1",
                "requestId": "%7$d",
                "requestTimeEpoch": %7$d,
                "resourcePath": "%2$s",
                "stage": "prod"
              },
              "body": %5$s,
              "isBase64Encoded": false
            }""".formatted(method, path, headers(key), headerLists(key), quoted(body), authorizer, System.nanoTime());
    }

    static String httpApi(String method, String path, String key, String body) {
        return httpApi(method, path, key, quoted(body) + ", \"isBase64Encoded\": false", "$default");
    }

    static String httpApi(String method, String path, String key, String bodyPart, String stage) {
        return """
            {
              "version": "2.0",
              "routeKey": "$default",
              "rawPath": "%2$s",
              "rawQueryString": "a=1&b=2",
              "cookies": ["c1=v1"],
              "headers": {"accept": "*/*", "content-type": "application/json"%3$s},
              "queryStringParameters": {"a": "1", "b": "2"},
              "requestContext": {
                "accountId": "123456789012",
                "apiId": "a",
                "authorizer": {"jwt": {"claims": {"sub": "user-1", "aud": "shop"}, "scopes": ["pay"]}},
                "domainName": "a.execute-api.eu-west-1.amazonaws.com",
                "domainPrefix": "a",
                "http": {"method": "%1$s", "path": "%2$s", "protocol": "HTTP/1.1", "sourceIp": "192.0.2.1", "userAgent": "curl"},
                "requestId": "%6$d",
                "routeKey": "$default",
                "stage": "%5$s",
                "time": "16/Nov/2026:09:30:00 +0000",
                "timeEpoch": %6$d
              },
              "body": %4$s
            }""".formatted(
                        method,
                        path,
                        headers(key).replace("Idempotency-Key", "idempotency-key"),
                        bodyPart,
                        stage,
                        System.nanoTime());
    }

    /** Returns a request to a function URL with IAM. */
    static String functionUrl(String method, String path, String key, String body) {
        return httpApi(method, path, key, body)
                .replace(
                        "\"authorizer\": {\"jwt\": {\"claims\": {\"sub\": \"user-1\", \"aud\": \"shop\"}, \"scopes\": [\"pay\"]}}",
                        "\"authentication\": null, \"authorizer\": {\"iam\": {\"accessKey\": \"AKIA\", \"userArn\": \"arn:aws:iam::123456789012:user/user-1\"}}");
    }

    static String loadBalancer(String method, String path, String key, String body) {
        return """
            {
              "requestContext": {"elb": {"targetGroupArn": "arn:aws:elasticloadbalancing:eu-west-1:123456789012:targetgroup/f/1"}},
              "httpMethod": "%1$s",
              "path": "%2$s",
              "queryStringParameters": {"b": "2", "a": "1%%202"},
              "headers": {"accept": "*/*", "content-type": "application/json", "x-amzn-trace-id": "Root=1-%5$d"%3$s},
              "body": %4$s,
              "isBase64Encoded": false
            }""".formatted(
                        method,
                        path,
                        headers(key).replace("Idempotency-Key", "idempotency-key"),
                        quoted(body == null ? "" : body),
                        System.nanoTime());
    }
}
