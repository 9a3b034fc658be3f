package dev.stowage.driver.attach;

import dev.stowage.sdk.AccessMode;
import dev.stowage.sdk.AttachRequest;
import dev.stowage.sdk.Attaching;
import dev.stowage.sdk.CsiException;
import dev.stowage.sdk.Secrets;
import dev.stowage.sdk.VolumeId;
import java.io.IOException;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/// Attaches and detaches the volumes of a shared pool.
///
/// @param poolOfVolume the pool that has the volume
public record LocalAttaching(PoolAttachments attachments, PoolOfVolume poolOfVolume) implements Attaching {

    /// Finds the pool that has a volume.
    public interface PoolOfVolume {

        /// @throws CsiException NOT_FOUND when no pool has it, UNAVAILABLE when a missing one may have it
        String require(VolumeId volume) throws CsiException, IOException;

        /// @throws CsiException UNAVAILABLE when a pool is missing, so that what is in it cannot be known
        void requirePresent() throws CsiException, IOException;
    }

    @Override
    public Map<String, String> attach(AttachRequest wanted) throws CsiException, IOException {
        AccessMode mode = wanted.capability().mode();
        boolean readOnly = wanted.readOnly() || mode.isReadOnly();
        attachments.attach(
                poolOfVolume.require(wanted.volume()),
                wanted.volume(),
                new NodeAttachment(wanted.node(), readOnly, readOnly && mode == AccessMode.MULTI_NODE_READER_ONLY));
        return Map.of("node", wanted.node());
    }

    @Override
    public void detach(VolumeId volume, Optional<String> node, Secrets secrets) throws CsiException, IOException {
        if (attachments.of(volume).isEmpty()) {
            poolOfVolume.requirePresent();
        }
        attachments.detach(volume, node);
    }

    @Override
    public Set<String> attachedTo(VolumeId volume) throws IOException {
        return attachments.of(volume).stream().map(NodeAttachment::node).collect(Collectors.toCollection(TreeSet::new));
    }

    @Override
    public boolean knowsNode(String node) {
        return attachments.knows(node);
    }

    @Override
    public boolean canAttachReadOnly() {
        return true;
    }
}
