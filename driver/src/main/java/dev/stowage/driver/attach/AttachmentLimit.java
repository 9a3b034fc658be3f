package dev.stowage.driver.attach;

import static java.util.Objects.requireNonNull;

import dev.stowage.sdk.CsiCode;
import dev.stowage.sdk.CsiException;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/// How many volumes are attached to each node, over all pools of a driver. Safe for several threads.
public final class AttachmentLimit {

    private final int mostPerNode;
    private final Map<String, Integer> perNode = new ConcurrentHashMap<>();

    /// @param mostPerNode how many volumes one node takes; zero for no limit
    public AttachmentLimit(int mostPerNode) {
        this.mostPerNode = mostPerNode;
    }

    /// Counts a volume that is attached already.
    void found(String node) {
        count(node, 1);
    }

    /// Counts a volume that is about to be attached, before it is: others may be attached to the node concurrently.
    ///
    /// @throws CsiException RESOURCE_EXHAUSTED when the node has as many as it takes
    void take(String node) throws CsiException {
        if (count(node, 1) > mostPerNode && mostPerNode > 0) {
            count(node, -1);
            throw new CsiException(
                    CsiCode.RESOURCE_EXHAUSTED,
                    "node %s already has %d volumes, its limit".formatted(node, mostPerNode));
        }
    }

    void release(String node) {
        count(node, -1);
    }

    private int count(String node, int change) {
        return requireNonNull(perNode.merge(node, change, Integer::sum));
    }
}
