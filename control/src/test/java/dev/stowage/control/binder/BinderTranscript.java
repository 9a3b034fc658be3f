package dev.stowage.control.binder;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.k8s.NamespacedName;
import dev.stowage.k8s.names.VolumeAnnotations;
import dev.stowage.kube.controller.ClusterAction;
import dev.stowage.kube.model.Kinds;
import dev.stowage.kube.workqueue.ReconcileResult;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/// Runs a case that is written as lines: objects, then what is reconciled. The result is written as lines
/// again.
final class BinderTranscript {
    private static final Map<String, String> MODES =
            Map.of("rwo", "ReadWriteOnce", "rox", "ReadOnlyMany", "rwx", "ReadWriteMany", "rwop", "ReadWriteOncePod");
    private static final String NO_PROVISIONING = "noprovisioning";
    private static final int MOST_ROUNDS = 20;

    private final InMemoryCluster inMemoryCluster = new InMemoryCluster();
    private final VolumeBinder binder;
    private boolean troubled;

    private BinderTranscript(boolean provisioning) {
        // Everything is reconciled in turn here, so nothing has to be enqueued.
        binder =
                new VolumeBinder(inMemoryCluster, inMemoryCluster, () -> Instant.EPOCH, provisioning, _ -> {}, _ -> {});
        inMemoryCluster.listen(binder::volumeChanged);
    }

    static List<String> play(List<String> lines) throws InterruptedException {
        var binderTranscript = new BinderTranscript(!lines.contains(NO_PROVISIONING));
        for (String line : lines) {
            binderTranscript.play(line);
        }
        return binderTranscript.outcome();
    }

    private void play(String line) throws InterruptedException {
        List<String> words = Arrays.asList(line.split(" +"));
        List<String> rest = words.subList(1, words.size());
        switch (words.getFirst()) {
            case "volume" -> inMemoryCluster.add(Kinds.VOLUMES, BinderTestObjects.volume(rest));
            case "claim" -> inMemoryCluster.add(Kinds.CLAIMS, BinderTestObjects.claim(rest));
            case "class" -> inMemoryCluster.add(Kinds.STORAGE_CLASSES, BinderTestObjects.storageClass(rest));
            case "pod" -> inMemoryCluster.add(Kinds.PODS, BinderTestObjects.pod(rest));
            case "unseen" -> inMemoryCluster.hide(new NamespacedName("ns", rest.getFirst()));
            case NO_PROVISIONING -> {
                // Known from the beginning.
            }
            case "look" -> reconcile(rest.getFirst());
            case "settle" -> settle();
            default -> throw new IllegalArgumentException(line);
        }
    }

    private void reconcile(String name) throws InterruptedException {
        boolean isClaim =
                inMemoryCluster.claimNow(new NamespacedName("ns", name)).isPresent();
        note(
                isClaim
                        ? binder.reconcileClaim(new NamespacedName("ns", name))
                        : binder.reconcileVolume(NamespacedName.of(name)));
    }

    /// As if every change event were received, until nothing changes.
    private void settle() throws InterruptedException {
        for (int i = 0; i < MOST_ROUNDS; i++) {
            int before = inMemoryCluster.writes();
            for (ObjectNode claim : inMemoryCluster.claims()) {
                note(binder.reconcileClaim(new NamespacedName("ns", nameOf(claim))));
            }
            for (ObjectNode volume : inMemoryCluster.volumes()) {
                note(binder.reconcileVolume(NamespacedName.of(nameOf(volume))));
            }
            if (inMemoryCluster.writes() == before) {
                return;
            }
        }
        throw new IllegalStateException("It never settles.");
    }

    private void note(ReconcileResult outcome) {
        troubled |= outcome instanceof ReconcileResult.Retry;
    }

    private List<String> outcome() {
        List<String> lines = new ArrayList<>();
        inMemoryCluster.volumes().forEach(volume -> lines.add(describeVolume(volume)));
        inMemoryCluster.claims().forEach(claim -> lines.add(describeClaim(claim)));
        for (ClusterAction.RecordEvent recordEvent : inMemoryCluster.events()) {
            lines.add("event " + recordEvent.about().name() + " "
                    + (recordEvent.type().name().equals("WARNING") ? "! " : "") + recordEvent.reason() + ": "
                    + recordEvent.message());
        }
        lines.add("writes " + inMemoryCluster.writes());
        if (troubled) {
            lines.add("tries again");
        }
        return lines;
    }

    private static String describeVolume(ObjectNode volume) {
        var words = new StringBuilder("volume " + nameOf(volume));
        JsonNode status = volume.path("status");
        words.append(' ').append(phaseOf(status));
        JsonNode ref = volume.path("spec").path("claimRef");
        if (ref.isObject()) {
            String name = ref.path("name").asText();
            words.append(" for=").append(name);
            if (ref.has("uid")) {
                words.append('#').append(shortUid(name, ref.path("uid").asText()));
            }
        }
        annotations(volume, words);
        JsonNode finalizers = volume.path("metadata").path("finalizers");
        finalizers.forEach(each -> words.append(" +").append(each.asText()));
        if (status.has("message")) {
            words.append(" (").append(status.path("message").asText()).append(')');
        }
        return words.toString();
    }

    private static String describeClaim(ObjectNode claim) {
        var words = new StringBuilder("claim " + nameOf(claim));
        JsonNode status = claim.path("status");
        words.append(' ').append(phaseOf(status));
        word(words, "volume", claim.path("spec").path("volumeName"));
        word(words, "class", claim.path("spec").path("storageClassName"));
        word(words, "size", status.path("capacity").path("storage"));
        status.path("accessModes").forEach(mode -> words.append(' ').append(shortMode(mode.asText())));
        word(words, "attributes", status.path("currentVolumeAttributesClassName"));
        annotations(claim, words);
        return words.toString();
    }

    private static void word(StringBuilder words, String name, JsonNode value) {
        if (!value.isMissingNode()) {
            words.append(' ').append(name).append('=').append(value.asText());
        }
    }

    private static void annotations(ObjectNode object, StringBuilder words) {
        JsonNode annotations = object.path("metadata").path("annotations");
        words.append(annotations.has(VolumeAnnotations.BOUND_BY_CONTROLLER) ? " ours" : "");
        words.append(annotations.has(VolumeAnnotations.BIND_COMPLETED) ? " completed" : "");
        word(words, "provisioner", annotations.path(VolumeAnnotations.STORAGE_PROVISIONER));
        word(words, "old-provisioner", annotations.path(VolumeAnnotations.BETA_STORAGE_PROVISIONER));
        word(words, "migrated", annotations.path(VolumeAnnotations.MIGRATED_TO));
    }

    private static String shortUid(String claim, String uid) {
        return uid.equals(BinderTestObjects.uid(claim)) ? "" : uid;
    }

    private static String phaseOf(JsonNode status) {
        String phase = status.path("phase").asText();
        return phase.isEmpty() ? "-" : phase;
    }

    private static String shortMode(String mode) {
        return MODES.entrySet().stream()
                .filter(each -> each.getValue().equals(mode))
                .map(Map.Entry::getKey)
                .findFirst()
                .orElse(mode);
    }

    private static String nameOf(ObjectNode object) {
        return object.path("metadata").path("name").asText();
    }

    static String mode(String word) {
        return MODES.getOrDefault(word, word);
    }
}
