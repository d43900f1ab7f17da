package dev.semel.batch;

import dev.semel.thread.StackRoom;

/**
 * Sends batches.
 *
 * @param <P> the calls
 */
public interface Transport<P extends Pending<?>> {

    /**
     * Sends the calls of a batch and answers them. Unless it is {@link Combiner.Handover#SEND_ON}, the batch is finished when this returns, and a
     * call without an answer is sent again. Otherwise the transport finishes it by {@link Batch#end}. If this
     * throws, the outcome of all calls that have no answer is unknown, and the batch is finished.
     */
    void send(Batch<P> batch);

    /** Throws if the thread has too little stack left to send, before it takes a lane. */
    default void requireRoom() {
        StackRoom.require();
    }
}
