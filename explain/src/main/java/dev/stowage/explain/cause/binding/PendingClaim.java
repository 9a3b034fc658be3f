package dev.stowage.explain.cause.binding;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.explain.chain.VolumeChain;
import dev.stowage.explain.clusterstate.KubeResource;
import dev.stowage.explain.clusterstate.ResourceKind;
import dev.stowage.k8s.Quantity;
import dev.stowage.k8s.names.StorageClassKeys;
import dev.stowage.k8s.names.VolumeAnnotations;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/// An unbound claim and its request.
record PendingClaim(VolumeChain chain, KubeResource claim) {

    private static final List<String> PROVISIONER =
            List.of(VolumeAnnotations.STORAGE_PROVISIONER, VolumeAnnotations.BETA_STORAGE_PROVISIONER);

    /// Empty for a claim that is bound, lost or being deleted.
    static Optional<PendingClaim> pending(VolumeChain volumeChain) {
        return volumeChain
                .claim()
                .filter(claim -> !claim.isDeleting())
                .filter(claim -> Set.of("", "Pending").contains(claim.text("/status/phase")))
                .map(claim -> new PendingClaim(volumeChain, claim));
    }

    /// Empty when no class is set, or when the claim requests none.
    String className() {
        return claim.annotation(VolumeAnnotations.BETA_STORAGE_CLASS)
                .orElseGet(() -> claim.text("/spec/storageClassName"));
    }

    /// An empty name requests a volume without a class.
    boolean refusesClasses() {
        return className().isEmpty()
                && claim.json().path("spec").path("storageClassName").isTextual();
    }

    /// The volume that spec.volumeName requests.
    String volumeName() {
        return claim.text("/spec/volumeName");
    }

    boolean waitsForFirstConsumer() {
        return chain.storageClass()
                .filter(found -> found.text("/volumeBindingMode").equals(StorageClassKeys.WAIT_FOR_FIRST_CONSUMER))
                .isPresent();
    }

    /// The node that the scheduler selected; empty when there is none yet.
    String selectedNode() {
        return claim.annotation(VolumeAnnotations.SELECTED_NODE).orElse("");
    }

    /// The provisioner that must create the volume; empty if there is none.
    String provisioner() {
        return PROVISIONER.stream()
                .flatMap(key -> claim.annotation(key).stream())
                .findFirst()
                .or(() -> chain.storageClass().map(found -> found.text("/provisioner")))
                .orElse("");
    }

    /// Whether a provisioner must create a volume now.
    boolean isProvisioningRequested() {
        return volumeName().isEmpty()
                && chain.storageClass().isPresent()
                && (!waitsForFirstConsumer() || !selectedNode().isEmpty());
    }

    Quantity size() {
        return Quantity.parseOrZero(claim.text("/spec/resources/requests/storage"));
    }

    Duration age() {
        return claim.time("/metadata/creationTimestamp").map(chain::since).orElse(Duration.ZERO);
    }

    /// Available volumes that this claim could use.
    List<KubeResource> fitting() {
        return free().filter(volume -> mismatch(volume).isEmpty()).toList();
    }

    Stream<KubeResource> free() {
        return chain.clusterState().all(ResourceKind.VOLUME).stream()
                .filter(volume -> volume.text("/status/phase").equals("Available"))
                .filter(volume -> !volume.isDeleting());
    }

    /// Why this volume is not for this claim; empty when it is.
    Optional<String> mismatch(KubeResource volume) {
        if (!volume.text("/spec/storageClassName").equals(className())) {
            return Optional.of("it has the class \"" + volume.text("/spec/storageClassName") + "\"");
        }
        Quantity capacity = Quantity.parseOrZero(volume.text("/spec/capacity/storage"));
        if (capacity.compareTo(size()) < 0) {
            return Optional.of("its capacity of " + capacity + " is less than " + size());
        }
        Set<String> offered = texts(volume, "/spec/accessModes");
        if (!offered.containsAll(texts(claim, "/spec/accessModes"))) {
            return Optional.of("its access modes are only " + String.join(", ", offered));
        }
        if (!mode(volume).equals(mode(claim))) {
            return Optional.of("its volumeMode is " + mode(volume));
        }
        String reserved = volume.text("/spec/claimRef/name");
        if (!reserved.isEmpty()
                && !(reserved.equals(claim.name())
                        && volume.text("/spec/claimRef/namespace").equals(claim.namespace()))) {
            return Optional.of("it is reserved for pvc/" + reserved);
        }
        return labels(volume);
    }

    private Optional<String> labels(KubeResource volume) {
        return claim.json().at("/spec/selector/matchLabels").properties().stream()
                .filter(wanted -> !volume.label(wanted.getKey())
                        .equals(Optional.of(wanted.getValue().asText())))
                .findFirst()
                .map(wanted -> "it has no label " + wanted.getKey() + "="
                        + wanted.getValue().asText());
    }

    private static String mode(KubeResource kubeResource) {
        String mode = kubeResource.text("/spec/volumeMode");
        return mode.isEmpty() ? "Filesystem" : mode;
    }

    private static Set<String> texts(KubeResource kubeResource, String pointer) {
        JsonNode list = kubeResource.json().at(pointer);
        return StreamSupport.stream(list.spliterator(), false)
                .map(JsonNode::asText)
                .collect(Collectors.toSet());
    }
}
