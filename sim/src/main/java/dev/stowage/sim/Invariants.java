package dev.stowage.sim;

import dev.stowage.kube.model.Kinds;
import dev.stowage.kube.model.PersistentVolumeClaim;
import dev.stowage.kube.model.Node;
import dev.stowage.kube.model.ObjectReference;
import dev.stowage.kube.model.PersistentVolume;
import dev.stowage.sim.model.Attacher;
import dev.stowage.sim.model.Storage;
import dev.stowage.sim.server.World;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// What must hold after every step.
final class Invariants implements Attacher.Ward {
    private final World world;
    private final Storage storage;
    private final InstantSource clock;
    private final Duration forceAfter;
    private final Map<String, Instant> notReadySince = new HashMap<>();

    /// @param forceAfter how long a node has to be away before a volume may be taken from it
    Invariants(World world, Storage storage, InstantSource clock, Duration forceAfter) {
        this.world = world;
        this.storage = storage;
        this.clock = clock;
        this.forceAfter = forceAfter;
    }

    void check() {
        claims();
        disks();
        for (Node node : world.all(Kinds.NODES)) {
            if (node.ready()) {
                notReadySince.remove(node.meta().name());
            } else {
                notReadySince.putIfAbsent(node.meta().name(), clock.instant());
            }
        }
    }

    private void claims() {
        Map<String, PersistentVolumeClaim> owners = new HashMap<>();
        for (PersistentVolumeClaim claim : world.all(Kinds.CLAIMS)) {
            if (claim.status().phase().equals("Lost")) {
                throw new Violation("claim " + claim.key() + " is lost, though nobody deleted its volume");
            }
            if (!claim.status().isBound()) {
                continue;
            }
            PersistentVolumeClaim other = owners.put(claim.volumeName(), claim);
            if (other != null) {
                throw new Violation(
                        "volume " + claim.volumeName() + " is bound to " + claim.key() + " and to " + other.key());
            }
            PersistentVolume volume = world.find(Kinds.VOLUMES, "", claim.volumeName())
                    .orElseThrow(
                            () -> new Violation("claim " + claim.key() + " is bound to a volume that is not there"));
            ObjectReference back = volume.claim();
            if (back == null || !back.uid().equals(claim.meta().uid())) {
                throw new Violation(
                        "claim " + claim.key() + " is bound to " + claim.volumeName() + ", which belongs to " + back);
            }
        }
    }

    private void disks() {
        for (String handle : storage.everAttached()) {
            Set<String> nodes = storage.attachedTo(handle);
            if (nodes.size() > 1) {
                throw new Violation("volume " + handle + ", which one node may write, is attached to " + nodes);
            }
        }
    }

    @Override
    public void detaching(String handle, String node) {
        if (!storage.mountedOn(handle).contains(node)) {
            return;
        }
        Optional<Node> there = world.find(Kinds.NODES, "", node);
        if (there.isEmpty() || there.get().hasTaint("node.kubernetes.io/out-of-service")) {
            return;
        }
        Instant since = notReadySince.get(node);
        if (there.get().ready() || since == null) {
            throw new Violation("volume " + handle + " is detached from ready node " + node + ", which has it mounted");
        }
        if (Duration.between(since, clock.instant()).compareTo(forceAfter) < 0) {
            throw new Violation("volume " + handle + " is detached from node " + node + ", which has it mounted and is"
                    + " away for " + Duration.between(since, clock.instant()) + " only");
        }
    }
}
