package dev.semel.benchmarks.lambda;

import dev.semel.benchmarks.powertools.PowertoolsCalls;
import dev.semel.benchmarks.servers.LocalClient;
import java.time.Duration;
import software.amazon.lambda.powertools.utilities.JsonConfig;

/** A function with Powertools. It prints what {@link ColdStart#end} prints after its first invocation. */
final class PowertoolsStart {
    private PowertoolsStart() {}

    public static void main(String[] args) throws Throwable {
        long start = System.nanoTime();
        PowertoolsCalls calls =
                new PowertoolsCalls(LocalClient.at(args[0]).build(), args[1], Duration.ofHours(24), ColdStart.RECEIPT);
        calls.handle(JsonConfig.get().getObjectMapper().valueToTree(ColdStart.event()));
        ColdStart.end(start);
    }
}
