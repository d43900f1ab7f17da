package dev.semel.torture.worker;

import static dev.semel.policy.Policies.asAbandoned;
import static dev.semel.policy.Policies.hold;
import static dev.semel.policy.Policies.refuse;
import static dev.semel.policy.Policies.replayFailures;
import static dev.semel.policy.Policies.runAgain;
import static dev.semel.policy.Policies.runUnprotected;
import static dev.semel.policy.Policies.waitUpTo;

import dev.semel.Codec;
import dev.semel.Operation;
import dev.semel.OperationBuilder;
import dev.semel.Semel;
import dev.semel.store.Store;
import dev.semel.testkit.mutant.Mutant;
import dev.semel.torture.protocol.Profile;
import dev.semel.torture.protocol.Target;
import dev.semel.torture.protocol.WorkerSettings;
import dev.semel.torture.site.Trouble;
import java.util.EnumMap;
import java.util.Map;

/** The operations of all profiles: those with a lease on the store that is watched, those in a transaction on the store itself. */
final class Operations {
    private final Map<Profile, Operation<String>> all = new EnumMap<>(Profile.class);

    Operations(WorkerSettings settings, Store watched, Store itself, TortureWork work) {
        Semel leased = Semel.builder(watched)
                .nearCache(settings.seed() % 2 == 0 ? 200 : 0)
                .build();
        Semel booked = Semel.on(itself);
        for (Profile profile : Profile.values()) {
            Semel semel = profile.isBooked() ? booked : leased;
            all.put(profile, build(settings, profile, semel.operation(profile.operation(), Codec.text()), work));
        }
    }

    Operation<String> of(Target target) {
        Operation<String> operation = all.get(target.profile());
        if (operation == null) {
            throw new IllegalStateException("no operation for " + target.profile());
        }
        return operation.inScope(target.scope());
    }

    private static Operation<String> build(
            WorkerSettings settings, Profile profile, OperationBuilder<String> builder, TortureWork work) {
        boolean forgets = profile.isBooked() && settings.is(Mutant.BOOKS_FORGET_EARLY);
        builder.lease(settings.lease())
                .retention(forgets ? settings.lease().dividedBy(10) : profile.retention(settings.lease()));
        builder.whileRunning(profile.waits() ? waitUpTo(Profile.waitLimit(settings.lease())) : refuse());
        boolean forgetsFailures = profile.isBooked() && settings.is(Mutant.BOOKS_FORGET_FAILURES);
        if (profile.replaysFailures() && !forgetsFailures) {
            builder.afterFailure(replayFailures(Trouble.Declined.class).orElse(runAgain()));
        } else if (profile.holds() || profile.asks()) {
            builder.afterFailure(asAbandoned(Trouble.Unclear.class).orElse(runAgain()));
        }
        if (profile.holds()) {
            builder.afterAbandonment(hold());
        } else if (profile.asks()) {
            builder.reconciler(work.reconciler(profile));
        }
        if (settings.is(Mutant.FAILS_OPEN)) {
            builder.withoutStore(runUnprotected());
        }
        return builder.build();
    }
}
