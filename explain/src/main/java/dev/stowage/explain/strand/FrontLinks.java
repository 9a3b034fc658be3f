package dev.stowage.explain.strand;

import dev.stowage.explain.picture.Sort;
import dev.stowage.explain.picture.Thing;
import dev.stowage.explain.strand.PodVolumes.PodVolume;
import java.util.Optional;

/// The half of the chain that users see: pod, claim, class, volume.
final class FrontLinks {

    private FrontLinks() {}

    static Link pod(Strand strand) {
        return strand.pod()
                .map(pod -> switch (Phase.of(pod)) {
                    case FINISHED -> Link.of(Part.POD, pod, State.FINE, "has ended: " + pod.text("/status/phase"));
                    case RUNNING -> Link.of(Part.POD, pod, State.FINE, "runs on " + pod.text("/spec/nodeName"));
                    case ENDING -> Link.of(Part.POD, pod, State.WAITING, "is being deleted");
                    case STARTING -> Link.of(Part.POD, pod, State.FINE, "has its volumes and starts");
                    case MOUNTING -> Link.of(Part.POD, pod, State.WAITING, "waits on " + pod.text("/spec/nodeName"));
                    case UNSCHEDULED -> Link.of(Part.POD, pod, State.WAITING, "is on no node yet");
                })
                .orElseGet(() -> new Link(Part.POD, "", State.SKIPPED, "no pod uses it"));
    }

    static Link claim(Strand strand) {
        Optional<Thing> claim = strand.claim();
        if (claim.isPresent()) {
            return claim(claim.get());
        }
        Optional<PodVolume> wanted = strand.pod().flatMap(pod -> PodVolumes.named(pod, strand.inPod()));
        if (wanted.isPresent()) {
            boolean seen = strand.picture().sees(Sort.CLAIM);
            return new Link(
                    Part.CLAIM,
                    wanted.get().claim(),
                    seen ? State.BROKEN : State.UNKNOWN,
                    seen ? "does not exist" : "could not be looked at");
        }
        return new Link(Part.CLAIM, "", State.SKIPPED, "no claim holds it");
    }

    private static Link claim(Thing claim) {
        String phase = claim.text("/status/phase");
        if (claim.isDeleting()) {
            return Link.of(Part.CLAIM, claim, State.WAITING, "is being deleted, " + phase);
        }
        return switch (phase) {
            case "Bound" -> Link.of(Part.CLAIM, claim, State.FINE, "Bound to pv/" + claim.text("/spec/volumeName"));
            case "Lost" -> Link.of(Part.CLAIM, claim, State.BROKEN, "Lost its volume");
            default -> Link.of(Part.CLAIM, claim, State.WAITING, phase.isEmpty() ? "is new" : phase);
        };
    }

    static Link storageClass(Strand strand) {
        Optional<Thing> storageClass = strand.storageClass();
        if (storageClass.isPresent()) {
            Thing found = storageClass.get();
            String mode = found.text("/volumeBindingMode").equals("WaitForFirstConsumer")
                    ? ", when a pod uses the claim"
                    : "";
            return Link.of(Part.CLASS, found, State.FINE, "made by " + found.text("/provisioner") + mode);
        }
        String name = strand.claim()
                .map(claim -> claim.text("/spec/storageClassName"))
                .or(() -> strand.volume().map(volume -> volume.text("/spec/storageClassName")))
                .orElse("");
        if (name.isEmpty()) {
            return new Link(Part.CLASS, "", State.SKIPPED, "none is named");
        }
        if (!strand.picture().sees(Sort.CLASS)) {
            return new Link(Part.CLASS, name, State.UNKNOWN, "could not be looked at");
        }
        return strand.volume().isPresent()
                ? new Link(Part.CLASS, name, State.SKIPPED, "is gone, and no longer needed")
                : new Link(Part.CLASS, name, State.BROKEN, "does not exist");
    }

    static Link volume(Strand strand) {
        Optional<Thing> volume = strand.volume();
        if (volume.isPresent()) {
            return volume(volume.get());
        }
        String name =
                strand.claim().map(claim -> claim.text("/spec/volumeName")).orElse("");
        if (name.isEmpty()) {
            return strand.claim().isPresent()
                    ? new Link(Part.VOLUME, "", State.WAITING, "is not made yet")
                    : new Link(Part.VOLUME, "", State.UNKNOWN, "needs the claim");
        }
        return strand.picture().sees(Sort.VOLUME)
                ? new Link(Part.VOLUME, name, State.BROKEN, "does not exist")
                : new Link(Part.VOLUME, name, State.UNKNOWN, "could not be looked at");
    }

    private static Link volume(Thing volume) {
        String phase = volume.text("/status/phase");
        if (volume.isDeleting()) {
            return Link.of(Part.VOLUME, volume, State.WAITING, "is being deleted, " + phase);
        }
        return switch (phase) {
            case "Failed" -> Link.of(Part.VOLUME, volume, State.BROKEN, "Failed: " + volume.text("/status/message"));
            case "Released" ->
                Link.of(
                        Part.VOLUME,
                        volume,
                        volume.text("/spec/persistentVolumeReclaimPolicy").equals("Delete")
                                ? State.WAITING
                                : State.BROKEN,
                        "Released: its claim is gone");
            case "Bound", "Available" -> Link.of(Part.VOLUME, volume, State.FINE, phase);
            default -> Link.of(Part.VOLUME, volume, State.WAITING, phase.isEmpty() ? "is new" : phase);
        };
    }
}
