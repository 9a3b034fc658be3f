package dev.stowage.explain.cause.scheduling;

import dev.stowage.explain.cause.Cause;
import dev.stowage.explain.cause.Finding;
import dev.stowage.explain.cause.FindingBuilder;
import dev.stowage.explain.cause.FindingRank;
import dev.stowage.explain.cause.ResponsibleParty;
import dev.stowage.explain.chain.LinkKind;
import dev.stowage.explain.chain.VolumeChain;
import dev.stowage.explain.clusterstate.KubeResource;
import dev.stowage.explain.clusterstate.ResourceKind;
import dev.stowage.k8s.Quantity;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/// No node has enough free storage, or the capacity is not published.
final class InsufficientStorageCapacity implements Cause {
    private static final Pattern FULL = Pattern.compile("did not have enough free storage");
    private static final int MOST_TOLD = 5;

    @Override
    public Optional<Finding> findIn(VolumeChain volumeChain) {
        return UnscheduledPod.in(volumeChain)
                .filter(pod -> pod.says(FULL))
                .filter(pod -> volumeChain.volume().isEmpty())
                .flatMap(pod -> volumeChain.claim().flatMap(claim -> judge(pod, claim)));
    }

    private static Optional<Finding> judge(UnscheduledPod pod, KubeResource claim) {
        VolumeChain volumeChain = pod.chain();
        if (!volumeChain.clusterState().isListed(ResourceKind.CAPACITY)) {
            return Optional.empty();
        }
        String storageClass = volumeChain.storageClass().map(KubeResource::name).orElse("");
        List<KubeResource> told = volumeChain.clusterState().all(ResourceKind.CAPACITY).stream()
                .filter(each -> each.text("/storageClassName").equals(storageClass))
                .sorted(Comparator.comparing(InsufficientStorageCapacity::largest)
                        .reversed())
                .toList();
        Quantity wanted = Quantity.parseOrZero(claim.text("/spec/resources/requests/storage"));
        if (told.isEmpty()) {
            return unknown(pod, claim, storageClass);
        }
        FindingBuilder findingBuilder = FindingBuilder.of(
                        "no-room",
                        FindingRank.CAUSE,
                        LinkKind.CLASS,
                        "No topology segment has the " + wanted + " that " + claim.title() + " requests: for the class "
                                + storageClass + " the largest free capacity is " + largest(told.getFirst())
                                + ", in total "
                                + sum(told) + ".")
                .actor(ResponsibleParty.STORAGE_ADMIN)
                .evidence(claim, "spec.resources.requests.storage: " + wanted);
        told.stream()
                .limit(MOST_TOLD)
                .forEach(each -> findingBuilder.evidence(each, "has " + largest(each) + " at " + place(each)));
        return pod.addEvidence(findingBuilder)
                .safe("List the capacities.", "kubectl get csistoragecapacities -A")
                .advice("Request less, free or add space in the pools, or choose another class.")
                .build();
    }

    /// The driver declares storageCapacity, but none is published.
    private static Optional<Finding> unknown(UnscheduledPod pod, KubeResource claim, String storageClass) {
        FindingBuilder findingBuilder = FindingBuilder.of(
                        "capacity-untold",
                        FindingRank.CAUSE,
                        LinkKind.DRIVER,
                        "The capacity of the class " + storageClass + " is not published, so the scheduler"
                                + " cannot find a node for the volume of " + claim.title() + ".")
                .actor(ResponsibleParty.STORAGE_ADMIN)
                .evidence(claim, "no CSIStorageCapacity object for the class " + storageClass);
        pod.chain()
                .csiDriver()
                .ifPresent(driver -> findingBuilder.evidence(
                        driver, "spec.storageCapacity: " + driver.text("/spec/storageCapacity")));
        return pod.addEvidence(findingBuilder)
                .advice("Run the driver's provisioner with --enable-capacity, or set storageCapacity to false in its"
                        + " CSIDriver object.")
                .safe("List the capacities of other classes.", "kubectl get csistoragecapacities -A")
                .build();
    }

    private static Quantity largest(KubeResource capacity) {
        String most = capacity.text("/maximumVolumeSize");
        return Quantity.parseOrZero(most.isEmpty() ? capacity.text("/capacity") : most);
    }

    private static Quantity sum(List<KubeResource> all) {
        long bytes = 0;
        for (KubeResource each : all) {
            long more = Quantity.parseOrZero(each.text("/capacity")).value();
            bytes = bytes > Long.MAX_VALUE - Math.max(0, more) ? Long.MAX_VALUE : bytes + Math.max(0, more);
        }
        return Quantity.ofBytes(bytes);
    }

    private static String place(KubeResource capacity) {
        String labels = capacity.json().at("/nodeTopology/matchLabels").properties().stream()
                .map(each -> each.getKey() + "=" + each.getValue().asText())
                .limit(3)
                .toList()
                .toString();
        return labels.equals("[]") ? "all nodes" : labels;
    }
}
