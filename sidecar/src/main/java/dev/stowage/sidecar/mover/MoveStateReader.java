package dev.stowage.sidecar.mover;

import dev.stowage.k8s.NamespacedName;
import dev.stowage.kube.client.ApiFailure;
import dev.stowage.kube.client.KubeClient;
import dev.stowage.kube.model.CsiNode;
import dev.stowage.kube.model.Kinds;
import dev.stowage.kube.model.Node;
import dev.stowage.kube.model.PersistentVolumeClaim;
import dev.stowage.kube.model.Pod;
import dev.stowage.kube.model.VolumeAttachment;
import dev.stowage.sidecar.mover.MoveState.LiveVolume;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Reads what a decision needs, all of it from the server and the drivers. A mover has few moves and needs few
/// objects for them, so it caches none: with a mover on each node, the caches would cost the server more.
final class MoveStateReader {
    private final KubeClient api;
    private final MoverConnections connections;
    private final CopyStates copies;
    private final String node;
    private final String driver;
    private final InstantSource clock;

    MoveStateReader(KubeClient api, MoverConnections connections, String node, String driver, InstantSource clock) {
        this.api = api;
        this.connections = connections;
        this.copies = new CopyStates(connections, node);
        this.node = node;
        this.driver = driver;
        this.clock = clock;
    }

    /// @return empty when there is no such move, or it is a matter of other movers
    Optional<MoveState> read(NamespacedName key) throws ApiFailure, InterruptedException {
        Optional<VolumeMove> found = api.find(VolumeMove.KIND, key.namespace(), key.name());
        if (found.isEmpty()) {
            return Optional.empty();
        }
        VolumeMove move = found.get();
        if (!isConcern(move)) {
            return Optional.empty();
        }
        Optional<PersistentVolumeClaim> claim =
                api.find(Kinds.CLAIMS, key.namespace(), move.spec().claimName());
        Optional<LiveVolume> volume = volume(move, claim);
        MoveNodes nodes = nodes(move);
        boolean isOwner =
                nodes.has(move.spec().targetNode()) && move.spec().targetNode().equals(node);
        CopyState sourceCopy = sourceCopy(move);
        return Optional.of(new MoveState(
                move,
                node,
                driver,
                clock.instant(),
                claim,
                volume,
                nodes,
                rival(move, volume),
                sourceCopy,
                isOwner ? targetCopy(move, volume) : new CopyState.Unknown("there is no such node"),
                use(move, claim, sourceCopy)));
    }

    /// Whether this mover may have anything to do with it. Most moves are to other nodes.
    private boolean isConcern(VolumeMove move) throws ApiFailure, InterruptedException {
        boolean isOthers = move.status()
                .subject()
                .filter(subject -> !subject.driver().equals(driver))
                .isPresent();
        return !isOthers
                && (move.spec().targetNode().equals(node)
                        || api.find(Kinds.NODES, "", move.spec().targetNode()).isEmpty());
    }

    private Optional<LiveVolume> volume(VolumeMove move, Optional<PersistentVolumeClaim> claim)
            throws ApiFailure, InterruptedException {
        boolean hasBegun = move.status().phase() != MovePhase.PENDING;
        String name = move.status()
                .subject()
                .filter(_ -> hasBegun)
                .map(MoveSubject::volumeName)
                .orElse(claim.map(PersistentVolumeClaim::volumeName).orElse(""));
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
    private MoveNodes nodes(VolumeMove move) throws ApiFailure, InterruptedException {
        Map<String, Node> nodes = new HashMap<>();
        Map<String, CsiNode> csiNodes = new HashMap<>();
        if (move.status().phase() == MovePhase.PENDING) {
            api.list(Kinds.NODES, "")
                    .items()
                    .forEach(each -> nodes.put(each.meta().name(), each));
            api.find(Kinds.CSI_NODES, "", move.spec().targetNode())
                    .ifPresent(each -> csiNodes.put(each.meta().name(), each));
        } else {
            for (String name : List.of(
                    move.spec().targetNode(),
                    move.status().subject().map(MoveSubject::sourceNode).orElse(""))) {
                if (!name.isEmpty()) {
                    api.find(Kinds.NODES, "", name).ifPresent(each -> nodes.put(name, each));
                }
            }
        }
        return new MoveNodes(nodes, csiNodes);
    }

    /// The other move of the same claim that has the volume or, before any has it, is older.
    private Optional<VolumeMove> rival(VolumeMove move, Optional<LiveVolume> volume)
            throws ApiFailure, InterruptedException {
        String holder = volume.map(LiveVolume::holder).orElse("");
        if (move.status().phase().isEnded() || holder.equals(move.holder())) {
            return Optional.empty();
        }
        List<VolumeMove> others = api.list(VolumeMove.KIND, move.meta().namespace()).items().stream()
                .filter(other -> !other.meta().uid().equals(move.meta().uid()))
                .filter(other -> other.claim().equals(move.claim()))
                .filter(other -> !other.status().phase().isEnded())
                .toList();
        return others.stream()
                .filter(other -> other.holder().equals(holder))
                .findFirst()
                .or(() ->
                        others.stream().filter(other -> other.isOlderThan(move)).findFirst());
    }

    private CopyState sourceCopy(VolumeMove move) {
        Optional<MoveSubject> subject = move.status().subject();
        if (subject.isEmpty() || move.status().phase().isEnded()) {
            return new CopyState.Unknown("the move has not begun");
        }
        return copies.at(subject.get().sourceNode(), subject.get().volumeHandle());
    }

    private CopyState targetCopy(VolumeMove move, Optional<LiveVolume> volume) {
        Optional<String> handle =
                move.status().subject().map(MoveSubject::volumeHandle).or(() -> volume.flatMap(LiveVolume::handle));
        return handle.isEmpty() ? new CopyState.Absent() : copies.at(node, handle.get());
    }

    CopyDriver at(String name) throws PeerCallException {
        return name.equals(node) ? connections.own() : connections.node(name);
    }

    /// The pods of a claim that was created again use another volume.
    private VolumeUse use(VolumeMove move, Optional<PersistentVolumeClaim> claim, CopyState sourceCopy)
            throws ApiFailure, InterruptedException {
        String uid = move.status().subject().map(MoveSubject::claimUid).orElse("");
        if (claim.filter(now -> now.meta().uid().equals(uid)).isEmpty()) {
            return VolumeUse.NONE;
        }
        return switch (move.status().phase()) {
            case PENDING, SUCCEEDED, FAILED, CANCELLED -> VolumeUse.NONE;
            case COPYING, COMPLETING -> new VolumeUse(pods(move), List.of());
            case SWITCHING -> new VolumeUse(pods(move), attachments(move, sourceCopy));
        };
    }

    /// All attachments of a cluster are many. As long as the volume is mounted, none of them matters.
    private List<VolumeAttachment> attachments(VolumeMove move, CopyState sourceCopy)
            throws ApiFailure, InterruptedException {
        boolean isMounted = sourceCopy instanceof CopyState.Present present
                && present.copy().getInUse();
        Optional<MoveSubject> subject = move.status().subject();
        if (isMounted || subject.isEmpty()) {
            return List.of();
        }
        return api.list(Kinds.ATTACHMENTS, "").items().stream()
                .filter(each -> each.volumeName().equals(subject.get().volumeName()))
                .toList();
    }

    private List<Pod> pods(VolumeMove move) throws ApiFailure, InterruptedException {
        return api.list(Kinds.PODS, move.meta().namespace()).items().stream()
                .filter(pod -> pod.claims().contains(move.spec().claimName()))
                .toList();
    }
}
