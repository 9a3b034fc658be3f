package dev.stowage.sidecar.mover;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.k8s.names.StorageFinalizers;
import dev.stowage.kube.model.Pod;
import dev.stowage.sidecar.mover.MoveState.LiveVolume;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// A claim, its volume, its pods, and two drivers; and what everybody but a mover does to them.
final class ModelCluster {
    static final String SOURCE = "node-1";
    static final String TARGET = "node-2";

    /// A pod of the claim.
    static final class ModelPod {
        final String uid;
        final Instant created;
        String node;
        boolean isRunning;
        boolean isEnding;

        ModelPod(String uid, String node, Instant created) {
            this.uid = uid;
            this.node = node;
            this.created = created;
        }
    }

    final ModelDriver source = new ModelDriver(SOURCE);
    final ModelDriver target = new ModelDriver(TARGET);
    final List<ModelPod> pods = new ArrayList<>();
    final List<String> nodes = new ArrayList<>(List.of(SOURCE, TARGET));
    Optional<ObjectNode> volume;
    Optional<String> claimUid = Optional.of("claim-1");
    String claimPhase = "Bound";
    boolean isAttachable;
    boolean isAttached;
    boolean hasProvisioner = true;
    int written;
    private int version;
    private int uids;

    ModelCluster() {
        ObjectNode first = MoveObjects.volume(SOURCE, "claim-1");
        volume = Optional.of(first);
        created(first);
        source.exists = true;
        first.withObject("/status").put("phase", "Bound");
        finalizers(first).add(StorageFinalizers.EXTERNAL_PROVISIONER);
    }

    ModelDriver driver(String node) {
        return node.equals(SOURCE) ? source : target;
    }

    void created(ObjectNode object) {
        object.withObject("/metadata").put("uid", "uid-" + ++uids);
        finalizers(object).add(StorageFinalizers.PV_PROTECTION);
        changed(object);
    }

    void changed(ObjectNode object) {
        object.withObject("/metadata").put("resourceVersion", Integer.toString(++version));
        if (object.path("metadata").has("deletionTimestamp")
                && object.path("metadata").path("finalizers").isEmpty()) {
            volume = Optional.empty();
        }
    }

    static ArrayNode finalizers(ObjectNode object) {
        return object.withObject("/metadata").withArray("finalizers");
    }

    static boolean removeFinalizer(ObjectNode object, String name) {
        ArrayNode all = finalizers(object);
        for (int i = 0; i < all.size(); i++) {
            if (all.get(i).asText().equals(name)) {
                all.remove(i);
                return true;
            }
        }
        return false;
    }

    Optional<LiveVolume> live() {
        return volume.map(now -> LiveVolume.of(now.deepCopy()));
    }

    List<Pod> podObjects() {
        return pods.stream()
                .map(pod -> MoveObjects.pod(pod.uid, pod.node, pod.isRunning, pod.isEnding, pod.created))
                .toList();
    }

    /// The node that the volume names.
    String named() {
        return volume.map(now -> now.at("/spec/nodeAffinity/required/nodeSelectorTerms/0/matchExpressions/0/values/0")
                        .asText())
                .orElse("");
    }

    String volumeText(String pointer) {
        return volume.map(now -> now.at(pointer).asText("")).orElse("");
    }

    /// The binder.
    void bind() {
        boolean isMatch =
                claimUid.isPresent() && volumeText("/spec/claimRef/uid").equals(claimUid.get());
        claimPhase = isMatch ? "Bound" : "Lost";
        volume.ifPresent(now -> {
            String phase = isMatch ? "Bound" : "Released";
            if (!now.path("status").path("phase").asText("").equals(phase)) {
                now.withObject("/status").put("phase", phase);
                changed(now);
            }
        });
    }

    /// The provisioners of both nodes.
    void provision() {
        if (volume.isEmpty() || !hasProvisioner) {
            return;
        }
        ObjectNode now = volume.get();
        boolean isDelete = volumeText("/spec/persistentVolumeReclaimPolicy").equals("Delete");
        if (!isDelete) {
            if (removeFinalizer(now, StorageFinalizers.EXTERNAL_PROVISIONER)) {
                changed(now);
            }
        } else if (volumeText("/status/phase").equals("Released")
                && pods.stream().noneMatch(pod -> pod.isRunning)
                && driver(named()).deleteVolume()) {
            now.withObject("/metadata").put("deletionTimestamp", "now");
            finalizers(now).removeAll();
            changed(now);
        }
    }

    /// The kubelets: a volume is mounted where its copy is active.
    void runPods(Instant now) {
        for (ModelPod pod : List.copyOf(pods)) {
            ModelDriver driver = driver(pod.node);
            if (pod.isEnding) {
                pods.remove(pod);
                driver.inUse = pods.stream().anyMatch(other -> other.isRunning && other.node.equals(pod.node));
                isAttached = driver.inUse;
            } else if (!pod.isRunning && driver.isActive() && named().equals(pod.node) && claimPhase.equals("Bound")) {
                pod.isRunning = true;
                driver.inUse = true;
                isAttached = isAttachable;
            }
        }
        if (pods.isEmpty() && claimPhase.equals("Bound") && !named().isEmpty()) {
            pods.add(new ModelPod("pod-" + ++uids, named(), now));
        }
        source.inUse = pods.stream().anyMatch(pod -> pod.isRunning && pod.node.equals(SOURCE));
        target.inUse = pods.stream().anyMatch(pod -> pod.isRunning && pod.node.equals(TARGET));
    }

    /// The programs in the pods.
    void write() {
        for (ModelPod pod : pods) {
            if (pod.isRunning) {
                driver(pod.node).data = ++written;
            }
        }
    }

    /// Pods that a user or a controller wants to end; the claim stays until they have.
    void deleteClaim() {
        pods.forEach(pod -> pod.isEnding = true);
        runPods(Instant.EPOCH);
        pods.clear();
        source.inUse = false;
        target.inUse = false;
        isAttached = false;
        claimUid = Optional.empty();
        claimPhase = "Lost";
    }

    JsonNode json() {
        return volume.<JsonNode>map(now -> now).orElseThrow();
    }
}
