package dev.stowage.control.attachdetach;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.k8s.json.Json;
import dev.stowage.kube.model.Node;
import dev.stowage.kube.model.Pod;
import dev.stowage.kube.model.VolumeAttachment;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Objects for the tables of decisions.
final class AttachTestObjects {
    static final Instant NOW = Instant.parse("2026-11-15T12:00:00Z");
    static final AttachDetachOptions OPTIONS =
            new AttachDetachOptions(true, Duration.ofMinutes(6), Duration.ofMinutes(1), true);
    static final CsiVolume VOLUME = new CsiVolume("d", "h");
    static final AttachableVolume EXCLUSIVE = new AttachableVolume(VOLUME, "pv", true, null);
    static final AttachableVolume SHARED = new AttachableVolume(VOLUME, "pv", false, null);

    private AttachTestObjects() {}

    static JsonNode json(String text) {
        try {
            return Json.read(text.replace('\'', '"').getBytes(StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static VolumeAttachState view(AttachableVolume attachableVolume, VolumeNodeState... links) {
        return new VolumeAttachState(attachableVolume, List.of(links), Set.of());
    }

    static VolumeAttachActions decide(VolumeAttachState view) {
        return VolumeAttachDecision.of(view, OPTIONS, NOW);
    }

    static Pod pod(String key, Instant created) {
        String[] parts = key.split("/", -1);
        return Pod.read(json("{'metadata': {'namespace': '%s', 'name': '%s', 'uid': '%s', 'creationTimestamp': '%s'}}"
                .formatted(parts[0], parts[1], key, created)));
    }

    static Node node(String name, String spec, String status) {
        return Node.read(json(("{'metadata': {'name': '%s', 'annotations':"
                        + "{'volumes.kubernetes.io/controller-managed-attach-detach': 'true'}},"
                        + "'spec': {%s}, 'status': {%s}}")
                .formatted(name, spec, status)));
    }

    /// @param rest more fields, after a comma
    static VolumeAttachment attachment(String node, String status, String rest) {
        return VolumeAttachment.read(json(("{'metadata': {'name': '%s', 'uid': 'u-%s', 'creationTimestamp':"
                        + "'2026-11-15T11:59:00Z' %s}, 'spec': {'attacher': 'd', 'nodeName': '%s', 'source':"
                        + "{'persistentVolumeName': 'pv'}}, 'status': {%s}}")
                .formatted(VOLUME.attachmentName(node), node, rest, node, status)));
    }

    /// Builds an attachment step by step.
    static Building on(String node) {
        return new Building(node);
    }

    static final class Building {
        private final String node;
        private final List<Pod> pods = new ArrayList<>();
        private String status = "'attached': false";
        private String rest = "";
        private boolean held;
        private boolean inUse;
        private boolean reported;
        private NodeState nodeState;
        private DetachPhase detachPhase = DetachPhase.NONE;
        private @Nullable Instant unwantedSince;
        private VolumeNodeMemory memory = VolumeNodeMemory.NOTHING;

        private Building(String node) {
            this.node = node;
            this.nodeState = new NodeState(node, true, true, true, null, false);
        }

        Building wantedBy(String... keys) {
            for (String key : keys) {
                pods.add(pod(key, NOW.minusSeconds(60)));
            }
            return this;
        }

        Building wantedBy(String key, Instant created) {
            pods.add(pod(key, created));
            return this;
        }

        Building attaching() {
            held = true;
            return this;
        }

        Building attached() {
            held = true;
            status = "'attached': true";
            reported = true;
            return this;
        }

        Building failing(String message) {
            held = true;
            status = "'attached': false, 'attachError': {'message': '%s', 'time': '2026-11-15T11:59:30Z'}"
                    .formatted(message);
            return this;
        }

        Building leaving() {
            held = true;
            rest = ", 'deletionTimestamp': '2026-11-15T11:59:59Z'";
            reported = false;
            return this;
        }

        Building stuck(String message) {
            leaving();
            status = "'attached': true, 'detachError': {'message': '%s'}".formatted(message);
            return this;
        }

        Building inUse() {
            inUse = true;
            return this;
        }

        Building unreported() {
            reported = false;
            return this;
        }

        Building unready(@Nullable Instant since) {
            nodeState = new NodeState(node, true, true, false, since, nodeState.outOfService());
            return this;
        }

        Building outOfService() {
            nodeState = new NodeState(node, true, true, nodeState.ready(), nodeState.unreadySince(), true);
            return this;
        }

        Building gone() {
            nodeState = NodeState.deleted(node);
            return this;
        }

        Building unmanaged() {
            nodeState = new NodeState(node, true, false, true, null, false);
            return this;
        }

        Building unwantedSince(Instant since) {
            unwantedSince = since;
            return this;
        }

        Building handover(DetachPhase now) {
            detachPhase = now;
            return this;
        }

        Building remembering(VolumeNodeMemory volumeNodeMemory) {
            memory = volumeNodeMemory;
            return this;
        }

        VolumeNodeState volumeNodeState() {
            VolumeAttachment attachment = held ? attachment(node, status, rest) : null;
            String uid = attachment == null ? "" : attachment.meta().uid();
            VolumeNodeMemory volumeNodeMemory = new VolumeNodeMemory(
                    uid,
                    detachPhase,
                    unwantedSince,
                    memory.reportedBlocked(),
                    memory.reportedFailure(),
                    memory.reportedSlowAt());
            return new VolumeNodeState(nodeState, List.copyOf(pods), attachment, inUse, reported, volumeNodeMemory);
        }
    }

    static VolumeNodeMemory memory(VolumeAttachActions plan, String node) {
        return requireNonNull(plan.memories().get(node));
    }
}
