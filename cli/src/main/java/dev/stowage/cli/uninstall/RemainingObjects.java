package dev.stowage.cli.uninstall;

import dev.stowage.cli.TextTable;
import dev.stowage.kube.model.KubeObject;
import dev.stowage.kube.model.ObjectReference;
import dev.stowage.kube.model.PersistentVolume;
import dev.stowage.kube.model.Pod;
import dev.stowage.kube.model.VolumeGroupSnapshotContent;
import dev.stowage.kube.model.VolumeSnapshotContent;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// The objects of a driver that are still on a cluster. Each line has an object, its owner, and what happens to
/// it when the driver is uninstalled.
record RemainingObjects(String driver, List<List<String>> lines) {

    /// More would hide the advice below them.
    private static final int SHOWN = 20;

    RemainingObjects {
        lines = List.copyOf(lines);
    }

    static RemainingObjects of(
            String driver,
            List<PersistentVolume> volumes,
            List<VolumeSnapshotContent> snapshots,
            List<VolumeGroupSnapshotContent> groups,
            List<Pod> pods) {
        Stream<List<String>> ofVolumes = volumes.stream()
                .filter(one -> one.csi() != null && one.csi().driver().equals(driver))
                .map(one -> line("persistentvolume", one, "claim", one.claim(), one.reclaimPolicy()));
        Stream<List<String>> ofSnapshots = snapshots.stream()
                .filter(one -> one.driver().equals(driver))
                .map(one -> line("volumesnapshotcontent", one, "volumesnapshot", one.snapshot(), one.deletionPolicy()));
        Stream<List<String>> ofGroups = groups.stream()
                .filter(one -> one.driver().equals(driver))
                .map(one -> line(
                        "volumegroupsnapshotcontent",
                        one,
                        "volumegroupsnapshot",
                        one.groupSnapshot(),
                        one.deletionPolicy()));
        Stream<List<String>> ofPods = pods.stream()
                .filter(one -> one.volumes().stream()
                        .anyMatch(volume -> volume.csiDriver().equals(driver)))
                .map(one -> List.of(
                        "pod/" + one.meta().key().name(),
                        "inline volume in " + one.meta().key()));
        return new RemainingObjects(
                driver,
                Stream.of(ofVolumes, ofSnapshots, ofGroups, ofPods)
                        .flatMap(each -> each)
                        .toList());
    }

    private static List<String> line(
            String kind, KubeObject object, String owner, @Nullable ObjectReference whose, String policy) {
        return List.of(
                kind + "/" + object.meta().key().name(),
                whose == null ? "unused" : owner + " " + whose.key(),
                policy.equals("Retain") ? "Retain: delete it by hand" : policy);
    }

    boolean isEmpty() {
        return lines.isEmpty();
    }

    String text() {
        if (isEmpty()) {
            return "No volume or snapshot of %s is left: it can be uninstalled.%n".formatted(driver);
        }
        List<List<String>> shown = new ArrayList<>(lines.subList(0, Math.min(SHOWN, lines.size())));
        if (lines.size() > SHOWN) {
            shown.add(List.of("... and " + (lines.size() - SHOWN) + " more"));
        }
        return """
                %s is not uninstalled, because it is needed for what is left:

                %s
                Delete the pods, the snapshots and the claims first. Without the driver nobody could unmount these volumes or
                delete their data. "helm uninstall --no-hooks" goes ahead all the same; the data then stays in the driver's
                folder on each node, and is found there when the driver is installed again.
                """.formatted(driver, TextTable.aligned(shown).indent(2));
    }
}
