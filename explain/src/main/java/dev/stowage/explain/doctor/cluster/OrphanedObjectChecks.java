package dev.stowage.explain.doctor.cluster;

import dev.stowage.explain.clusterstate.ClusterState;
import dev.stowage.explain.clusterstate.KubeResource;
import dev.stowage.explain.clusterstate.ResourceKind;
import dev.stowage.explain.doctor.CheckResult;
import dev.stowage.explain.doctor.NameSummary;
import java.util.ArrayList;
import java.util.List;

/// Objects that reference missing objects.
final class OrphanedObjectChecks {
    private OrphanedObjectChecks() {}

    static List<CheckResult> attachments(ClusterState clusterState) {
        List<CheckResult> checks = new ArrayList<>();
        List<String> noVolume = clusterState.all(ResourceKind.ATTACHMENT).stream()
                .filter(one -> !one.text("/spec/source/persistentVolumeName").isEmpty())
                .filter(one -> clusterState
                        .find(ResourceKind.VOLUME, one.text("/spec/source/persistentVolumeName"))
                        .isEmpty())
                .map(KubeResource::name)
                .toList();
        if (!noVolume.isEmpty()) {
            checks.add(CheckResult.warn(
                    "attachments-orphaned",
                    NameSummary.count(noVolume.size(), "attachment") + " of deleted volumes: "
                            + NameSummary.of(noVolume) + ".",
                    "The attacher cannot detach a volume without its object. Detach it in the storage, then remove the"
                            + " attachment's finalizer."));
        }
        List<String> noNode = clusterState.all(ResourceKind.ATTACHMENT).stream()
                .filter(one -> clusterState
                        .find(ResourceKind.NODE, one.text("/spec/nodeName"))
                        .isEmpty())
                .map(one -> one.name() + " (" + one.text("/spec/nodeName") + ")")
                .toList();
        if (!noNode.isEmpty()) {
            checks.add(CheckResult.warn(
                    "attachments-orphaned",
                    NameSummary.count(noNode.size(), "attachment") + " to deleted nodes: " + NameSummary.of(noNode)
                            + ". Their volumes cannot be attached to other nodes.",
                    "When the machine is definitely powered off: kubectl delete volumeattachment NAME"));
        }
        if (checks.isEmpty()) {
            checks.add(CheckResult.ok(
                    "attachments-orphaned",
                    NameSummary.count(clusterState.all(ResourceKind.ATTACHMENT).size(), "attachment")
                            + ", each with its volume and node."));
        }
        return checks;
    }

    static List<CheckResult> released(ClusterState clusterState) {
        List<String> kept = phase(clusterState, ResourceKind.VOLUME, "Released");
        return List.of(
                kept.isEmpty()
                        ? CheckResult.ok("volumes-released", "No released volume.")
                        : CheckResult.note(
                                "volumes-released",
                                NameSummary.count(kept.size(), "released volume") + " without a claim: "
                                        + NameSummary.of(kept) + ".",
                                "Reuse one by removing spec.claimRef.uid and claiming it by name, or delete it and"
                                        + " its data in the storage."));
    }

    static List<CheckResult> failed(ClusterState clusterState) {
        List<String> failed = phase(clusterState, ResourceKind.VOLUME, "Failed");
        return List.of(
                failed.isEmpty()
                        ? CheckResult.ok("volumes-failed", "No volume deletion failed.")
                        : CheckResult.bad(
                                "volumes-failed",
                                NameSummary.count(failed.size(), "volume") + " that could not be deleted: "
                                        + NameSummary.of(failed) + ".",
                                "stowage explain pv/" + failed.getFirst()));
    }

    static List<CheckResult> lost(ClusterState clusterState) {
        List<String> lost = clusterState.all(ResourceKind.CLAIM).stream()
                .filter(claim -> claim.text("/status/phase").equals("Lost"))
                .map(claim -> claim.namespace() + "/" + claim.name())
                .toList();
        return List.of(
                lost.isEmpty()
                        ? CheckResult.ok("claims-lost", "No claim has lost its volume.")
                        : CheckResult.bad(
                                "claims-lost",
                                NameSummary.count(lost.size(), "claim") + " whose volume was deleted: "
                                        + NameSummary.of(lost) + ".",
                                "The data may still be in the storage: recreate the volume object with the same"
                                        + " handle before anything else."));
    }

    private static List<String> phase(ClusterState clusterState, ResourceKind resourceKind, String phase) {
        return clusterState.all(resourceKind).stream()
                .filter(one -> one.text("/status/phase").equals(phase))
                .map(KubeResource::name)
                .toList();
    }
}
