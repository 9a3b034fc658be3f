package dev.stowage.explain.doctor.cluster;

import dev.stowage.explain.doctor.Check;
import dev.stowage.explain.doctor.Listed;
import dev.stowage.explain.picture.Picture;
import dev.stowage.explain.picture.Sort;
import dev.stowage.explain.picture.Thing;
import java.util.ArrayList;
import java.util.List;

/// Objects that have lost the other half.
final class OrphanChecks {
    private OrphanChecks() {}

    static List<Check> attachments(Picture picture) {
        List<Check> checks = new ArrayList<>();
        List<String> noVolume = picture.all(Sort.ATTACHMENT).stream()
                .filter(one -> !one.text("/spec/source/persistentVolumeName").isEmpty())
                .filter(one -> picture.find(Sort.VOLUME, one.text("/spec/source/persistentVolumeName"))
                        .isEmpty())
                .map(Thing::name)
                .toList();
        if (!noVolume.isEmpty()) {
            checks.add(Check.warn(
                    "attachments-orphaned",
                    Listed.count(noVolume.size(), "attachment") + " of volumes that are gone: " + Listed.of(noVolume)
                            + ".",
                    "The attacher cannot detach what it cannot look up. Detach at the storage, then remove the"
                            + " attachment's finalizer."));
        }
        List<String> noNode = picture.all(Sort.ATTACHMENT).stream()
                .filter(one ->
                        picture.find(Sort.NODE, one.text("/spec/nodeName")).isEmpty())
                .map(one -> one.name() + " (" + one.text("/spec/nodeName") + ")")
                .toList();
        if (!noNode.isEmpty()) {
            checks.add(Check.warn(
                    "attachments-orphaned",
                    Listed.count(noNode.size(), "attachment") + " to nodes that are gone: " + Listed.of(noNode)
                            + ". Their volumes cannot go elsewhere.",
                    "When the machine is off for sure: kubectl delete volumeattachment NAME"));
        }
        if (checks.isEmpty()) {
            checks.add(Check.ok(
                    "attachments-orphaned",
                    Listed.count(picture.all(Sort.ATTACHMENT).size(), "attachment")
                            + ", each with its volume and node."));
        }
        return checks;
    }

    static List<Check> released(Picture picture) {
        List<String> kept = phase(picture, Sort.VOLUME, "Released");
        return List.of(
                kept.isEmpty()
                        ? Check.ok("volumes-released", "No volume is left over from a claim.")
                        : Check.note(
                                "volumes-released",
                                Listed.count(kept.size(), "released volume") + " that nobody uses: " + Listed.of(kept)
                                        + ".",
                                "Bring one back by removing spec.claimRef.uid and claiming it by name, or delete it and"
                                        + " the data at the storage."));
    }

    static List<Check> failed(Picture picture) {
        List<String> failed = phase(picture, Sort.VOLUME, "Failed");
        return List.of(
                failed.isEmpty()
                        ? Check.ok("volumes-failed", "No volume failed to be deleted.")
                        : Check.bad(
                                "volumes-failed",
                                Listed.count(failed.size(), "volume") + " that could not be deleted: "
                                        + Listed.of(failed) + ".",
                                "stowage explain pv/" + failed.getFirst()));
    }

    static List<Check> lost(Picture picture) {
        List<String> lost = picture.all(Sort.CLAIM).stream()
                .filter(claim -> claim.text("/status/phase").equals("Lost"))
                .map(claim -> claim.namespace() + "/" + claim.name())
                .toList();
        return List.of(
                lost.isEmpty()
                        ? Check.ok("claims-lost", "No claim has lost its volume.")
                        : Check.bad(
                                "claims-lost",
                                Listed.count(lost.size(), "claim") + " whose volume object is gone: " + Listed.of(lost)
                                        + ".",
                                "The data may still be at the storage: make the volume object anew with the same"
                                        + " handle before anything else."));
    }

    private static List<String> phase(Picture picture, Sort sort, String phase) {
        return picture.all(sort).stream()
                .filter(one -> one.text("/status/phase").equals(phase))
                .map(Thing::name)
                .toList();
    }
}
