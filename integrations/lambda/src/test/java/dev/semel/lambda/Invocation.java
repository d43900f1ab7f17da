package dev.semel.lambda;

import com.amazonaws.services.lambda.runtime.ClientContext;
import com.amazonaws.services.lambda.runtime.CognitoIdentity;
import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.LambdaLogger;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.UUID;
import java.util.function.IntSupplier;

/** The context of an invocation, as Lambda provides it. */
final class Invocation implements Context {
    private final String id = UUID.randomUUID().toString();
    private final IntSupplier millisLeft;

    private Invocation(IntSupplier millisLeft) {
        this.millisLeft = millisLeft;
    }

    /** Returns a context that ends after this time. */
    static Invocation of(Duration time) {
        long end = System.nanoTime() + time.toNanos();
        return new Invocation(
                () -> (int) Duration.ofNanos(end - System.nanoTime()).toMillis());
    }

    /** Returns a context with this remaining time at every call. */
    static Invocation with(IntSupplier millisLeft) {
        return new Invocation(millisLeft);
    }

    static Invocation usual() {
        return of(Duration.ofSeconds(30));
    }

    @Override
    public String getAwsRequestId() {
        return id;
    }

    @Override
    public String getLogGroupName() {
        return "/aws/lambda/payments";
    }

    @Override
    public String getLogStreamName() {
        return "2026/11/16/[$LATEST]0";
    }

    @Override
    public String getFunctionName() {
        return "payments";
    }

    @Override
    public String getFunctionVersion() {
        return "$LATEST";
    }

    @Override
    public String getInvokedFunctionArn() {
        return "arn:aws:lambda:eu-west-1:123456789012:function:payments";
    }

    @Override
    public CognitoIdentity getIdentity() {
        return null;
    }

    @Override
    public ClientContext getClientContext() {
        return null;
    }

    @Override
    public int getRemainingTimeInMillis() {
        return millisLeft.getAsInt();
    }

    @Override
    public int getMemoryLimitInMB() {
        return 512;
    }

    @Override
    public LambdaLogger getLogger() {
        return new LambdaLogger() {
            @Override
            public void log(String message) {
                System.out.println(message);
            }

            @Override
            public void log(byte[] message) {
                log(new String(message, StandardCharsets.UTF_8));
            }
        };
    }
}
