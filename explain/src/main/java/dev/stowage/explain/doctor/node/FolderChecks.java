package dev.stowage.explain.doctor.node;

import dev.stowage.explain.doctor.Check;
import dev.stowage.explain.doctor.Listed;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Folders of volumes in folders of pods.
final class FolderChecks {
    private FolderChecks() {}

    static List<Check> of(List<VolumeFolder> folders, Optional<NodeInCluster> cluster) {
        List<Check> checks = new ArrayList<>();
        List<String> mute = folders.stream()
                .filter(folder -> !folder.hasData())
                .map(folder -> folder.folder().toString())
                .toList();
        if (!mute.isEmpty()) {
            checks.add(Check.bad(
                    "volumes-unknown",
                    Listed.count(mute.size(), "volume folder") + " without a readable vol_data.json: " + Listed.of(mute)
                            + ". The kubelet cannot tell whose volume it is and never removes it.",
                    "When the pod is gone: umount FOLDER/mount if it is mounted, then rmdir both; never rm -r."));
        }
        List<String> orphans = cluster.stream()
                .flatMap(node -> folders.stream().filter(folder -> !node.pods().contains(folder.pod())))
                .map(folder -> folder.folder().toString())
                .toList();
        if (!orphans.isEmpty()) {
            checks.add(
                    Check.warn(
                            "volumes-orphaned",
                            Listed.count(orphans.size(), "volume folder") + " of pods that are not on this node: "
                                    + Listed.of(orphans) + ".",
                            "The kubelet clears them when the driver is registered; if it is gone for good, umount and rmdir."));
        }
        if (checks.isEmpty()) {
            checks.add(Check.ok(
                    "volumes-known", Listed.count(folders.size(), "volume folder") + " of pods, all accounted for."));
        }
        return checks;
    }
}
