package dev.stowage.testkit;

import dev.stowage.csi.v1.CreateVolumeRequest;
import dev.stowage.csi.v1.NodePublishVolumeRequest;
import dev.stowage.csi.v1.Snapshot;
import dev.stowage.csi.v1.Topology;
import dev.stowage.csi.v1.Volume;
import dev.stowage.csi.v1.VolumeCapability;
import dev.stowage.csi.v1.VolumeGroupSnapshot;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;

/// The state of the reference driver. Its services synchronize on this object.
final class ReferenceState {

    static final String NODE = "node-1";
    static final long POOL = 1L << 40;
    static final Topology PLACE = Topology.newBuilder()
            .putSegments("reference.stowage.dev/node", NODE)
            .build();

    final Map<String, StoredVolume> volumes = new LinkedHashMap<>();
    final Map<String, StoredSnapshot> snapshots = new LinkedHashMap<>();
    final Map<String, StoredGroup> groups = new LinkedHashMap<>();
    final Map<String, Boolean> attachments = new LinkedHashMap<>();
    final Map<String, Staging> stagings = new LinkedHashMap<>();
    final Map<String, NodePublishVolumeRequest> publications = new LinkedHashMap<>();
    private final AtomicLong ids = new AtomicLong();

    record StoredVolume(String name, CreateVolumeRequest request, Volume volume) {
        boolean block() {
            return request.getVolumeCapabilities(0).hasBlock();
        }
    }

    record StoredSnapshot(String name, Snapshot snapshot, boolean block) {}

    record StoredGroup(String name, VolumeGroupSnapshot group) {}

    record Staging(String volume, VolumeCapability capability) {}

    String newId(String kind) {
        return kind + "-" + Long.toHexString(0x10000L + ids.incrementAndGet());
    }

    static Path data(Path root, String id) {
        return root.resolve("data").resolve(id);
    }

    StoredVolume volume(String id) {
        ReferenceResponder.require(!id.isEmpty(), "a volume id is needed");
        StoredVolume found = volumes.get(id);
        if (found == null) {
            throw ReferenceResponder.unknown("volume", id);
        }
        return found;
    }

    StoredSnapshot snapshot(String id) {
        ReferenceResponder.require(!id.isEmpty(), "a snapshot id is needed");
        StoredSnapshot found = snapshots.get(id);
        if (found == null) {
            throw ReferenceResponder.unknown("snapshot", id);
        }
        return found;
    }
}
