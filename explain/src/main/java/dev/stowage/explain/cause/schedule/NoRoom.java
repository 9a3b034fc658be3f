package dev.stowage.explain.cause.schedule;

import dev.stowage.explain.cause.Actor;
import dev.stowage.explain.cause.Draft;
import dev.stowage.explain.cause.Finding;
import dev.stowage.explain.cause.Situation;
import dev.stowage.explain.cause.Weight;
import dev.stowage.explain.picture.Sort;
import dev.stowage.explain.picture.Thing;
import dev.stowage.explain.strand.Part;
import dev.stowage.explain.strand.Strand;
import dev.stowage.k8s.Quantity;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/// No node has enough free storage, or nobody tells how much there is.
final class NoRoom implements Situation {
    private static final Pattern FULL = Pattern.compile("did not have enough free storage");
    private static final int MOST_TOLD = 5;

    @Override
    public Optional<Finding> in(Strand strand) {
        return Unplaced.in(strand)
                .filter(pod -> pod.says(FULL))
                .filter(pod -> strand.volume().isEmpty())
                .flatMap(pod -> strand.claim().flatMap(claim -> judge(pod, claim)));
    }

    private static Optional<Finding> judge(Unplaced pod, Thing claim) {
        Strand strand = pod.strand();
        if (!strand.picture().sees(Sort.CAPACITY)) {
            return Optional.empty();
        }
        String storageClass = strand.storageClass().map(Thing::name).orElse("");
        List<Thing> told = strand.picture().all(Sort.CAPACITY).stream()
                .filter(each -> each.text("/storageClassName").equals(storageClass))
                .sorted(Comparator.comparing(NoRoom::largest).reversed())
                .toList();
        Quantity wanted = Quantity.parse(claim.text("/spec/resources/requests/storage"));
        if (told.isEmpty()) {
            return unknown(pod, claim, storageClass);
        }
        Draft draft = Draft.of(
                        "no-room",
                        Weight.CAUSE,
                        Part.CLASS,
                        "No place has the " + wanted + " that " + claim.title() + " asks for: of the class "
                                + storageClass + " the largest has " + largest(told.getFirst()) + ", all together "
                                + sum(told) + ".")
                .actor(Actor.STORAGE_ADMIN)
                .shows(claim, "spec.resources.requests.storage: " + wanted);
        told.stream()
                .limit(MOST_TOLD)
                .forEach(each -> draft.shows(each, "has " + largest(each) + " at " + place(each)));
        return pod.tell(draft)
                .safe("What each place has.", "kubectl get csistoragecapacities -A")
                .advice("Ask for less, free or add space in the pools, or choose another class.")
                .found();
    }

    /// The driver says that its room is counted, and nobody counts it.
    private static Optional<Finding> unknown(Unplaced pod, Thing claim, String storageClass) {
        Draft draft = Draft.of(
                        "capacity-untold",
                        Weight.CAUSE,
                        Part.DRIVER,
                        "Nobody tells how much room there is for the class " + storageClass + ", so that the scheduler"
                                + " finds no node for the volume of " + claim.title() + ".")
                .actor(Actor.STORAGE_ADMIN)
                .shows(claim, "no CSIStorageCapacity object is of the class " + storageClass);
        pod.strand()
                .csiDriver()
                .ifPresent(
                        driver -> draft.shows(driver, "spec.storageCapacity: " + driver.text("/spec/storageCapacity")));
        return pod.tell(draft)
                .advice("Run the driver's provisioner with --enable-capacity, or set storageCapacity to false in its"
                        + " CSIDriver object.")
                .safe("What is told of other classes.", "kubectl get csistoragecapacities -A")
                .found();
    }

    private static Quantity largest(Thing capacity) {
        String most = capacity.text("/maximumVolumeSize");
        return Quantity.parse(most.isEmpty() ? capacity.text("/capacity") : most);
    }

    private static Quantity sum(List<Thing> all) {
        long bytes = 0;
        for (Thing each : all) {
            long more = Quantity.parse(each.text("/capacity")).value();
            bytes = bytes > Long.MAX_VALUE - Math.max(0, more) ? Long.MAX_VALUE : bytes + Math.max(0, more);
        }
        return Quantity.ofBytes(bytes);
    }

    private static String place(Thing capacity) {
        String labels = capacity.json().at("/nodeTopology/matchLabels").properties().stream()
                .map(each -> each.getKey() + "=" + each.getValue().asText())
                .limit(3)
                .toList()
                .toString();
        return labels.equals("[]") ? "all nodes" : labels;
    }
}
