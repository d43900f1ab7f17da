package dev.semel.benchmarks;

/**
 * A way to count. It has done its work if the sum of all counts has grown by its calls.
 *
 * @param name how it is called in the report
 * @param reset makes all counts as they are at the beginning
 * @param step adds one
 * @param sum of all counts
 */
record CountContender(String name, SqlContender.Step reset, SqlContender.Step step, Sum sum) implements Contender {

    /** The sum of all counts. */
    @FunctionalInterface
    interface Sum {
        long read() throws Exception;
    }

    @Override
    public void prepare() throws Exception {
        reset.run();
        if (sum.read() != 0) {
            throw new IllegalStateException(name + ": found " + sum.read() + " at the start");
        }
    }

    @Override
    public void call() throws Exception {
        step.run();
    }

    @Override
    public void verify(long calls) throws Exception {
        if (sum.read() != calls) {
            throw new IllegalStateException(
                    name + ": counted " + calls + ", found " + sum.read() + ": what was measured did not do its work");
        }
    }
}
