package dev.semel.dynamodb;

import dev.semel.dynamodb.record.WriteTransactions;
import dev.semel.session.Session;
import dev.semel.session.Sessions;
import dev.semel.session.Terms;

/** Opens a session for each call of an operation in transactions. */
record WritesSessions(WriteTransactions transactions) implements Sessions<Writes> {

    @Override
    public Session<Writes> open(Terms terms) {
        return new WritesSession(transactions, terms);
    }

    @Override
    public boolean holdByTransaction() {
        return false;
    }
}
