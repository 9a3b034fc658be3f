package dev.stowage.sdk.service;

import dev.stowage.csi.v1.BlockMetadata;
import dev.stowage.sdk.BlockRange;
import io.grpc.Status;
import io.grpc.stub.ServerCallStreamObserver;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.function.Function;

/// Sends ranges in messages of bounded size, at the speed of the reader: the whole block list of a volume may be
/// much larger than memory.
final class BlockMetadataStream<A> {

    /// A message stays well under gRPC's 4 MiB: an entry has 22 bytes at most.
    private static final int MOST_PER_MESSAGE = 16_384;

    private final ServerCallStreamObserver<A> caller;
    private final Function<List<BlockMetadata>, A> message;
    private final long startingOffset;
    private final int perMessage;

    BlockMetadataStream(
            ServerCallStreamObserver<A> caller,
            Function<List<BlockMetadata>, A> message,
            long startingOffset,
            int maxResults) {
        this.caller = caller;
        this.message = message;
        this.startingOffset = startingOffset;
        this.perMessage = maxResults == 0 ? MOST_PER_MESSAGE : Math.min(maxResults, MOST_PER_MESSAGE);
    }

    void send(Iterator<BlockRange> ranges) {
        List<BlockMetadata> batch = new ArrayList<>();
        long end = 0;
        boolean sent = false;
        while (ranges.hasNext()) {
            BlockRange range = ranges.next();
            if (range.offset() < end) {
                throw new IllegalStateException("the driver's block ranges overlap or are out of order at " + range);
            }
            end = range.end();
            if (end <= startingOffset) {
                continue;
            }
            batch.add(SnapshotMetadataService.wire(range));
            if (batch.size() == perMessage) {
                if (!send(batch)) {
                    return;
                }
                sent = true;
            }
        }
        // An empty list is sent too: it carries the capacity.
        if ((!batch.isEmpty() || !sent) && !send(batch)) {
            return;
        }
        caller.onCompleted();
    }

    /// Returns whether the reader is still connected.
    private boolean send(List<BlockMetadata> batch) {
        if (!StreamPace.awaitReader(caller)) {
            caller.onError(Status.CANCELLED
                    .withDescription("the client closed the stream")
                    .asRuntimeException());
            return false;
        }
        caller.onNext(message.apply(batch));
        batch.clear();
        return true;
    }
}
