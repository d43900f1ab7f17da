package dev.semel.policy;

import dev.semel.input.Problems;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The rules of an {@link AfterFailure}, and their text: {@code replay(com.example.Declined), run-again}. */
final class FailureRules {
    private static final String EXPECTED =
            "run-again, replay, replay(class), as-abandoned, as-abandoned(class), still-running(class) or forget(class)";

    private static final Map<String, Rule> RULES = Map.of(
            "replay",
            new Rule(
                    Exception.class,
                    Exception.class,
                    type -> Policies.replayFailures(type.asSubclass(Exception.class))),
            "asabandoned",
            new Rule(Throwable.class, Throwable.class, Policies::asAbandoned),
            "stillrunning",
            new Rule(Throwable.class, null, Policies::stillRunning),
            "forget",
            new Rule(Throwable.class, null, Policies::forget));

    /**
     * A rule for one type of exceptions.
     *
     * @param bound the required supertype
     * @param otherwise the type if none is named; {@code null} if one is required
     */
    private record Rule(
            Class<? extends Throwable> bound,
            @Nullable Class<? extends Throwable> otherwise,
            Function<Class<? extends Throwable>, AfterFailure> of) {}

    private FailureRules() {}

    /** Returns the rules of a choice, in the order in which they are consulted. */
    static List<AfterFailure> in(AfterFailure choice) {
        return choice instanceof Policies.FirstThat both
                ? Stream.concat(in(both.first()).stream(), in(both.second()).stream())
                        .toList()
                : List.of(choice);
    }

    /** Joins the rules of a choice with one canonical nesting, so that choices with the same rules are equal. */
    static AfterFailure joined(AfterFailure choice) {
        return joined(in(choice));
    }

    private static AfterFailure joined(List<AfterFailure> rules) {
        return rules.stream().reduce(AfterFailure::orElse).orElseThrow();
    }

    static @Nullable AfterFailure parse(String setting, String text, Problems problems) {
        List<@Nullable AfterFailure> rules = Arrays.stream(text.split(",", -1))
                .map(part -> rule(setting, part.strip(), problems))
                .toList();
        return rules.contains(null)
                ? null
                : joined(rules.stream().map(Objects::requireNonNull).toList());
    }

    private static @Nullable AfterFailure rule(String setting, String text, Problems problems) {
        PolicyForm.Call call = PolicyForm.Call.of(text);
        String word = PolicySetting.plain(call.word());
        if (word.equals("runagain") && call.argument() == null && !call.isBroken()) {
            return Policies.runAgain();
        }
        Rule rule = RULES.get(word);
        if (rule == null || call.isBroken() || (call.argument() == null && rule.otherwise() == null)) {
            problems.add(setting + " has \"" + text + "\"; it must be " + EXPECTED);
            return null;
        }
        Class<? extends Throwable> type =
                call.argument() == null ? rule.otherwise() : type(setting, call.argument(), rule.bound(), problems);
        return type == null ? null : rule.of().apply(type);
    }

    private static @Nullable Class<? extends Throwable> type(
            String setting, String name, Class<? extends Throwable> bound, Problems problems) {
        Class<?> found = find(name);
        if (found == null) {
            problems.add(setting + " names " + name + ", which is not on the class path");
            return null;
        }
        boolean fits = bound.isAssignableFrom(found);
        problems.check(fits, setting + " names " + name + ", which is no " + bound.getSimpleName());
        return fits ? found.asSubclass(bound) : null;
    }

    private static @Nullable Class<?> find(String name) {
        ClassLoader ofThread = Thread.currentThread().getContextClassLoader();
        Class<?> found = ofThread == null ? null : find(name, ofThread);
        return found == null ? find(name, FailureRules.class.getClassLoader()) : found;
    }

    private static @Nullable Class<?> find(String name, ClassLoader loader) {
        try {
            return Class.forName(name, false, loader);
        } catch (ClassNotFoundException | LinkageError e) {
            return null;
        }
    }

    static String format(AfterFailure choice) {
        return in(choice).stream().map(FailureRules::formatRule).collect(Collectors.joining(", "));
    }

    private static String formatRule(AfterFailure rule) {
        if (rule instanceof Policies.RunAgain) {
            return "run-again";
        } else if (rule instanceof Policies.ReplayFailures replay) {
            return replay.type() == Exception.class
                    ? "replay"
                    : "replay(" + replay.type().getName() + ")";
        } else if (rule instanceof Policies.AsAbandoned abandoned) {
            Class<?> type = abandoned.type();
            return type == Throwable.class ? "as-abandoned" : "as-abandoned(" + type.getName() + ")";
        } else if (rule instanceof Policies.StillRunning running) {
            return "still-running(" + running.type().getName() + ")";
        }
        return "forget(" + ((Policies.Forget) rule).type().getName() + ")";
    }

    /** Adds a problem if a rule never decides because an earlier one covers it. */
    static void check(String setting, AfterFailure choice, Problems problems) {
        List<AfterFailure> rules = in(choice);
        for (int later = 1; later < rules.size(); later++) {
            for (int earlier = 0; earlier < later; earlier++) {
                if (type(rules.get(earlier)).isAssignableFrom(type(rules.get(later)))) {
                    problems.add(setting + " never reaches " + formatRule(rules.get(later)) + ", since "
                            + formatRule(rules.get(earlier))
                            + " before it covers all of it; put the narrower type first");
                    return;
                }
            }
        }
    }

    private static Class<? extends Throwable> type(AfterFailure rule) {
        if (rule instanceof Policies.ReplayFailures replay) {
            return replay.type();
        } else if (rule instanceof Policies.StillRunning running) {
            return running.type();
        } else if (rule instanceof Policies.Forget forget) {
            return forget.type();
        }
        return rule instanceof Policies.AsAbandoned abandoned ? abandoned.type() : Throwable.class;
    }
}
