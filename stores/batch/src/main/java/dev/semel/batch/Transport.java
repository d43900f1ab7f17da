package dev.semel.batch;

import dev.semel.thread.StackRoom;

/**
 * Sends batches.
 *
 * @param <P> the calls
 */
public interface Transport<P extends Pending<?>> {

    /**
     * Sends the calls of a batch and answers them. With {@link Combiner.Handover#SEND_ON} the transport finishes the
     * batch by {@link Batch#end}. Otherwise the batch is finished when this method returns, and a call without an
     * answer is sent again. If this method throws, the outcome of all calls without an answer is unknown, and the batch
     * is finished.
     */
    void send(Batch<P> batch);

    /** Throws an error, before it takes a lane, if the thread has too little stack left to send. */
    default void requireRoom() {
        StackRoom.require();
    }
}
