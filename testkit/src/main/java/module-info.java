/*
 * Contracts for authors of stores, faults, virtual time, and histories with their rules. The module is open, since JUnit calls the methods of a
 * contract, which are not public.
 */
open module dev.semel.testkit {
    requires transitive dev.semel;
    requires transitive dev.semel.counter;
    requires transitive java.sql;
    requires transitive org.assertj.core;
    requires transitive org.junit.jupiter.api;
    requires static org.jspecify;

    exports dev.semel.testkit;
    exports dev.semel.testkit.counter;
    exports dev.semel.testkit.history;
    exports dev.semel.testkit.history.rules;
    exports dev.semel.testkit.mutant;
    exports dev.semel.testkit.session;
    exports dev.semel.testkit.store;
}
