package dev.stowage.sim;

import dev.stowage.kube.model.Kinds;
import dev.stowage.kube.model.Node;
import dev.stowage.kube.model.ObjectReference;
import dev.stowage.kube.model.PersistentVolume;
import dev.stowage.kube.model.PersistentVolumeClaim;
import dev.stowage.sim.model.SimulatedAttacher;
import dev.stowage.sim.model.SimulatedStorage;
import dev.stowage.sim.server.SimulatedApiServer;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// What must hold after every step.
final class SafetyInvariants implements SimulatedAttacher.DetachListener {
    private final SimulatedApiServer server;
    private final SimulatedStorage simulatedStorage;
    private final InstantSource clock;
    private final Duration forceAfter;
    private final Map<String, Instant> notReadySince = new HashMap<>();

    /// @param forceAfter how long a node must be disconnected before its volumes may be force-detached
    SafetyInvariants(
            SimulatedApiServer server, SimulatedStorage simulatedStorage, InstantSource clock, Duration forceAfter) {
        this.server = server;
        this.simulatedStorage = simulatedStorage;
        this.clock = clock;
        this.forceAfter = forceAfter;
    }

    void check() {
        claims();
        disks();
        for (Node node : server.all(Kinds.NODES)) {
            if (node.ready()) {
                notReadySince.remove(node.meta().name());
            } else {
                notReadySince.putIfAbsent(node.meta().name(), clock.instant());
            }
        }
    }

    private void claims() {
        Map<String, PersistentVolumeClaim> owners = new HashMap<>();
        for (PersistentVolumeClaim claim : server.all(Kinds.CLAIMS)) {
            if (claim.status().phase().equals("Lost")) {
                throw new InvariantViolationException(
                        "claim " + claim.key() + " is Lost, though its volume was not deleted");
            }
            if (!claim.status().isBound()) {
                continue;
            }
            PersistentVolumeClaim other = owners.put(claim.volumeName(), claim);
            if (other != null) {
                throw new InvariantViolationException(
                        "volume " + claim.volumeName() + " is bound to " + claim.key() + " and to " + other.key());
            }
            PersistentVolume volume = server.find(Kinds.VOLUMES, "", claim.volumeName())
                    .orElseThrow(() -> new InvariantViolationException(
                            "claim " + claim.key() + " is bound to a volume that does not exist"));
            ObjectReference back = volume.claim();
            if (back == null || !back.uid().equals(claim.meta().uid())) {
                throw new InvariantViolationException(
                        "claim " + claim.key() + " is bound to " + claim.volumeName() + ", which belongs to " + back);
            }
        }
    }

    private void disks() {
        for (String handle : simulatedStorage.everAttached()) {
            Set<String> nodes = simulatedStorage.attachedTo(handle);
            if (nodes.size() > 1) {
                throw new InvariantViolationException(
                        "volume " + handle + ", which only one node may write, is attached to " + nodes);
            }
        }
    }

    @Override
    public void detaching(String handle, String node) {
        if (!simulatedStorage.mountedOn(handle).contains(node)) {
            return;
        }
        Optional<Node> there = server.find(Kinds.NODES, "", node);
        if (there.isEmpty() || there.get().hasTaint("node.kubernetes.io/out-of-service")) {
            return;
        }
        Instant since = notReadySince.get(node);
        if (there.get().ready() || since == null) {
            throw new InvariantViolationException(
                    "volume " + handle + " is detached from ready node " + node + ", which has it mounted");
        }
        if (Duration.between(since, clock.instant()).compareTo(forceAfter) < 0) {
            throw new InvariantViolationException(
                    "volume " + handle + " is detached from node " + node + ", which has it mounted and is"
                            + " not ready for " + Duration.between(since, clock.instant()) + " only");
        }
    }
}
