package dev.stowage.sidecar.mover;

import dev.stowage.k8s.NamespacedName;
import dev.stowage.k8s.names.NodeKeys;
import dev.stowage.kube.client.ApiFailure;
import dev.stowage.kube.client.KubeClient;
import dev.stowage.kube.model.CsiNode;
import dev.stowage.kube.model.Kinds;
import dev.stowage.kube.model.Lease;
import dev.stowage.kube.model.Node;
import dev.stowage.kube.model.PersistentVolumeClaim;
import dev.stowage.kube.model.Pod;
import dev.stowage.kube.model.VolumeAttachment;
import dev.stowage.sidecar.mover.MoveState.LiveVolume;
import java.time.Duration;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Reads what a decision about a standby needs, all of it from the server and the drivers.
final class StandbyStateReader {
    private static final String NODE_LEASES = "kube-node-lease";

    private final KubeClient api;
    private final MoverConnections connections;
    private final CopyStates copies;
    private final String node;
    private final String driver;
    private final InstantSource clock;

    StandbyStateReader(KubeClient api, MoverConnections connections, String node, String driver, InstantSource clock) {
        this.api = api;
        this.connections = connections;
        this.copies = new CopyStates(connections, node);
        this.node = node;
        this.driver = driver;
        this.clock = clock;
    }

    /// @return empty when there is no such standby, or it is a matter of other movers
    Optional<StandbyState> read(NamespacedName key) throws ApiFailure, InterruptedException {
        Optional<VolumeStandby> found = api.find(VolumeStandby.KIND, key.namespace(), key.name());
        boolean isOwn = found.filter(standby -> standby.spec().targetNode().equals(node))
                .filter(standby -> standby.status()
                        .subject()
                        .map(MoveSubject::driver)
                        .orElse(driver)
                        .equals(driver))
                .isPresent();
        return isOwn ? Optional.of(read(found.get())) : Optional.empty();
    }

    private StandbyState read(VolumeStandby standby) throws ApiFailure, InterruptedException {
        Optional<MoveSubject> subject = standby.status().subject();
        Optional<PersistentVolumeClaim> claim = api.find(
                Kinds.CLAIMS, standby.meta().namespace(), standby.spec().claimName());
        Optional<LiveVolume> volume = volume(subject.map(MoveSubject::volumeName)
                .orElse(claim.map(PersistentVolumeClaim::volumeName).orElse("")));
        boolean asksSource =
                standby.spec().promote() || standby.spec().promoteWhenOutOfService() || standby.isPromoted();
        MoveNodes nodes = nodes(subject);
        NodeLiveness liveness = asksSource ? liveness(subject, nodes) : NodeLiveness.UNKNOWN;
        CopyState sourceCopy = asksSource && subject.isPresent()
                ? copies.at(subject.get().sourceNode(), subject.get().volumeHandle())
                : new CopyState.Unknown("not asked");
        Optional<String> handle = subject.map(MoveSubject::volumeHandle).or(() -> volume.flatMap(LiveVolume::handle));
        return new StandbyState(
                standby,
                node,
                driver,
                clock.instant(),
                claim,
                volume,
                nodes,
                sourceCopy,
                handle.isEmpty() ? new CopyState.Absent() : copies.at(node, handle.get()),
                liveness,
                standby.isPromoted() ? use(standby, subject.orElseThrow()) : VolumeUse.NONE);
    }

    CopyDriver at(String name) throws PeerCallException {
        return name.equals(node) ? connections.own() : connections.node(name);
    }

    private Optional<LiveVolume> volume(String name) throws ApiFailure, InterruptedException {
        if (name.isEmpty()) {
            return Optional.empty();
        }
        try {
            return Optional.of(LiveVolume.of(api.get(Kinds.VOLUMES, "", name)));
        } catch (ApiFailure e) {
            if (e.isNotFound()) {
                return Optional.empty();
            }
            throw e;
        }
    }

    /// All of them to find the source; afterwards only the two that matter.
    private MoveNodes nodes(Optional<MoveSubject> subject) throws ApiFailure, InterruptedException {
        Map<String, Node> nodes = new HashMap<>();
        Map<String, CsiNode> csiNodes = new HashMap<>();
        if (subject.isEmpty()) {
            api.list(Kinds.NODES, "")
                    .items()
                    .forEach(each -> nodes.put(each.meta().name(), each));
            api.find(Kinds.CSI_NODES, "", node)
                    .ifPresent(each -> csiNodes.put(each.meta().name(), each));
        } else {
            for (String name : List.of(node, subject.get().sourceNode())) {
                api.find(Kinds.NODES, "", name).ifPresent(each -> nodes.put(name, each));
            }
        }
        return new MoveNodes(nodes, csiNodes);
    }

    private NodeLiveness liveness(Optional<MoveSubject> subject, MoveNodes nodes)
            throws ApiFailure, InterruptedException {
        if (subject.isEmpty()) {
            return NodeLiveness.UNKNOWN;
        }
        String source = subject.get().sourceNode();
        Optional<Lease> lease = api.find(Kinds.LEASES, NODE_LEASES, source);
        return new NodeLiveness(
                lease.flatMap(found -> Optional.ofNullable(found.renewTime())),
                Duration.ofSeconds(lease.map(Lease::seconds).orElse(0)),
                Optional.ofNullable(nodes.nodes().get(source))
                        .filter(found -> found.hasTaint(NodeKeys.OUT_OF_SERVICE))
                        .isPresent());
    }

    private VolumeUse use(VolumeStandby standby, MoveSubject subject) throws ApiFailure, InterruptedException {
        List<Pod> pods = api.list(Kinds.PODS, standby.meta().namespace()).items().stream()
                .filter(pod -> pod.claims().contains(standby.spec().claimName()))
                .toList();
        List<VolumeAttachment> attachments = standby.status().phase() == StandbyPhase.PROMOTED
                ? List.of()
                : api.list(Kinds.ATTACHMENTS, "").items().stream()
                        .filter(each -> each.volumeName().equals(subject.volumeName()))
                        .toList();
        return new VolumeUse(pods, attachments);
    }
}
