package dev.stowage.control.snapshot;

import dev.stowage.k8s.LabelSelector;
import dev.stowage.kube.model.PersistentVolume;
import dev.stowage.kube.model.PersistentVolumeClaim;
import dev.stowage.kube.model.VolumeGroupSnapshot;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// The volumes that a group snapshot is wanted of.
final class GroupSourceVolumes {

    private GroupSourceVolumes() {}

    static List<PersistentVolume> volumes(GroupSnapshotState state) throws SnapshotException {
        LabelSelector selector = state.group().selector();
        if (state.claims().isEmpty()) {
            throw new SnapshotException("label selector " + (selector == null ? "<none>" : text(selector))
                    + " for group snapshot not applied to any PVC");
        }
        List<PersistentVolume> volumes = new ArrayList<>();
        for (PersistentVolumeClaim claim : state.claims()) {
            volumes.add(SourceVolume.behind(claim, state.volumes().get(claim.volumeName()), "group snapshot"));
        }
        return volumes;
    }

    /// Any of the volumes tells: all of them have to be of the same driver.
    static String driver(GroupSnapshotState state) throws SnapshotException {
        VolumeGroupSnapshot group = state.group();
        PersistentVolume.CsiSource csi = volumes(state).getFirst().csi();
        if (csi == null) {
            throw new SnapshotException("snapshotting non-CSI volumes is not supported, group snapshot:" + group.key());
        }
        return csi.driver();
    }

    /// As kubectl writes it.
    static String text(LabelSelector selector) {
        Map<String, String> labels = new TreeMap<>(selector.labels());
        String text = Stream.concat(
                        labels.entrySet().stream().map(label -> label.getKey() + "=" + label.getValue()),
                        selector.expressions().stream().map(GroupSourceVolumes::text))
                .collect(Collectors.joining(","));
        return text.isEmpty() ? "<none>" : text;
    }

    private static String text(LabelSelector.Requirement requirement) {
        String values = requirement.values().stream().sorted().collect(Collectors.joining(",", "(", ")"));
        return switch (requirement.operator()) {
            case "In" -> requirement.key() + " in " + values;
            case "NotIn" -> requirement.key() + " notin " + values;
            case "DoesNotExist" -> "!" + requirement.key();
            default -> requirement.key();
        };
    }
}
