package dev.stowage.driver.attach;

import dev.stowage.sdk.CsiCode;
import dev.stowage.sdk.CsiException;
import dev.stowage.sdk.VolumeId;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The attachments of all pools of a driver, by the name of the pool. A volume is in one pool, and its attachments are
/// beside it: the nodes of another zone need not have that directory.
public record PoolAttachments(Map<String, AttachmentRecords> pools) {

    public PoolAttachments {
        pools = Map.copyOf(pools);
    }

    public List<NodeAttachment> of(VolumeId volume) throws IOException {
        List<NodeAttachment> all = new ArrayList<>();
        for (AttachmentRecords records : pools.values()) {
            all.addAll(records.of(volume));
        }
        return all;
    }

    /// What this node may do with the volume.
    ///
    /// @throws CsiException FAILED_PRECONDITION when it is not attached here
    public NodeAttachment require(VolumeId volume, String node) throws CsiException, IOException {
        return of(volume).stream()
                .filter(one -> one.node().equals(node))
                .findFirst()
                .orElseThrow(() -> CsiException.failedPrecondition(
                        "volume %s is not attached to node %s; attach it first".formatted(volume, node)));
    }

    /// Whether the node uses any of the pools.
    boolean knows(String node) {
        return pools.values().stream().anyMatch(records -> records.knows(node));
    }

    /// Attaches a volume of this pool.
    ///
    /// @throws CsiException INVALID_ARGUMENT when the node does not use the pool, as it is in another zone
    void attach(String pool, VolumeId volume, NodeAttachment wanted) throws CsiException, IOException {
        AttachmentRecords records = pools.get(pool);
        if (records == null) {
            throw new CsiException(
                    CsiCode.UNAVAILABLE,
                    "the attachments of pool %s cannot be read: the pool is missing; mount its disk and start the driver again"
                            .formatted(pool));
        }
        if (!records.knows(wanted.node())) {
            throw CsiException.invalidArgument(
                    "volume %s is in pool %s, which is not accessible from node %s; use a node in the topology of the volume"
                            .formatted(volume, pool, wanted.node()));
        }
        records.attach(volume, wanted);
    }

    /// Detaches the volume from one node, or from all; succeeds when it is not attached.
    void detach(VolumeId volume, Optional<String> node) throws IOException {
        for (AttachmentRecords records : pools.values()) {
            records.detach(volume, node);
        }
    }
}
