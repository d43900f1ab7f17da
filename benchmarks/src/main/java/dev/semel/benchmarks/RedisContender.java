package dev.semel.benchmarks;

/**
 * A way to do something in Redis, in a database of its own. It checks its own answers; whether all its work was done is seen by the count.
 *
 * @param name how it is called in the report
 * @param place where it does it
 * @param adds whether each call adds a record
 * @param fill puts in what is there at the start
 * @param step what a call does
 */
record RedisContender(String name, RedisPlace place, boolean adds, SqlContender.Step fill, SqlContender.Step step)
        implements Contender {

    @Override
    public void prepare() throws Exception {
        fill.run();
        if (place.count() != Rows.AT_THE_START) {
            throw new IllegalStateException(name + ": found " + place.count() + " records at the start");
        }
    }

    @Override
    public void call() throws Exception {
        step.run();
    }

    @Override
    public void verify(long calls) {
        long expected = Rows.AT_THE_START + (adds ? calls : 0);
        if (place.count() != expected) {
            throw new IllegalStateException(name + ": expected " + expected + " records, found " + place.count()
                    + ": what was measured did not do its work");
        }
    }
}
