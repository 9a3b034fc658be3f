package dev.stowage.explain.doctor.node;

import dev.stowage.explain.doctor.CheckResult;
import dev.stowage.explain.doctor.NameSummary;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Directories of volumes in pod directories.
final class PodVolumeDirChecks {
    private PodVolumeDirChecks() {}

    static List<CheckResult> of(List<PodVolumeDir> folders, Optional<NodeApiState> cluster) {
        List<CheckResult> checks = new ArrayList<>();
        List<String> mute = folders.stream()
                .filter(folder -> !folder.hasData())
                .map(folder -> folder.folder().toString())
                .toList();
        if (!mute.isEmpty()) {
            checks.add(CheckResult.bad(
                    "volumes-unknown",
                    NameSummary.count(mute.size(), "volume directory") + " without a readable vol_data.json: "
                            + NameSummary.of(mute)
                            + ". The kubelet cannot identify the volume and never removes it.",
                    "When the pod is deleted: umount DIRECTORY/mount if it is mounted, then rmdir both; never rm -r."));
        }
        List<String> orphans = cluster.stream()
                .flatMap(node -> folders.stream().filter(folder -> !node.pods().contains(folder.pod())))
                .map(folder -> folder.folder().toString())
                .toList();
        if (!orphans.isEmpty()) {
            checks.add(
                    CheckResult.warn(
                            "volumes-orphaned",
                            NameSummary.count(orphans.size(), "volume directory")
                                    + " of pods that are not on this node: " + NameSummary.of(orphans) + ".",
                            "The kubelet removes them when the driver is registered; if it was uninstalled, umount and rmdir."));
        }
        if (checks.isEmpty()) {
            checks.add(CheckResult.ok(
                    "volumes-known",
                    NameSummary.count(folders.size(), "volume directory") + " of pods, none orphaned."));
        }
        return checks;
    }
}
