package dev.stowage.node.volumemanager.reconciler;

import dev.stowage.node.podvolumes.PodVolumeKey;
import dev.stowage.node.volumemanager.actual.ActualVolume;
import dev.stowage.node.volumemanager.actual.MountState;
import dev.stowage.node.volumemanager.actual.PublishedVolume;
import dev.stowage.node.volumemanager.desired.DesiredVolume;
import dev.stowage.node.volumemanager.desired.VolumeSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/// Decides what to do next about one volume. Removals come first: a pod that ends frees the volume for a pod
/// that waits.
public final class VolumeDecision {
    private static final String IN_USE =
            "volume uses the ReadWriteOncePod access mode and is already in use by another pod";

    private VolumeDecision() {}

    public static List<VolumeAction> decide(VolumeState now) {
        List<VolumeAction> steps = new ArrayList<>();
        if (now.podsComplete()) {
            takeAway(now, steps);
        }
        for (DesiredVolume desired : now.desired()) {
            if (now.actual().stateAt(desired.podVolumeKey()) != MountState.PRESENT) {
                bringUp(now, desired, false, steps);
            } else if (now.republish().contains(desired.podVolumeKey()) || now.restage()) {
                renew(now, desired, steps);
            } else if (now.expand().contains(desired.podVolumeKey()) && now.driver() != null) {
                steps.add(new VolumeAction.Expand(desired));
            }
        }
        return List.copyOf(steps);
    }

    private static void takeAway(VolumeState now, List<VolumeAction> steps) {
        ActualVolume actual = now.actual();
        Set<PodVolumeKey> desired =
                now.desired().stream().map(DesiredVolume::podVolumeKey).collect(Collectors.toSet());
        List<PublishedVolume> leaving = actual.publications().values().stream()
                .filter(publishedVolume -> !desired.contains(publishedVolume.podVolumeKey()))
                .filter(publishedVolume -> !now.activePods()
                        .contains(publishedVolume.podVolumeKey().podUid()))
                .toList();
        boolean unused = desired.isEmpty() && actual.publications().isEmpty();
        boolean unstage = unused && actual.stagedVolume().state() != MountState.ABSENT;
        if (now.driver() == null) {
            if (unstage || !leaving.isEmpty()) {
                steps.add(new VolumeAction.AwaitDriver(actual.key().driver()));
            }
            return;
        }
        leaving.forEach(publishedVolume -> steps.add(new VolumeAction.Unpublish(publishedVolume)));
        if (unstage) {
            steps.add(new VolumeAction.Unstage(actual.stagedVolume()));
        }
    }

    private static void bringUp(VolumeState now, DesiredVolume desired, boolean again, List<VolumeAction> steps) {
        String during = desired.block() ? "MapVolume" : "MountVolume";
        if (!isUsableHere(now, desired)) {
            steps.add(new VolumeAction.Reject(
                    desired, during + ".NodeAffinity check failed", "no matching NodeSelectorTerms"));
        } else if (desired.alone() && isLeavingOthers(now.actual(), desired, steps)) {
            // It is next when the others are released.
            return;
        } else if (desired.alone() && isElsewhere(now.actual(), desired)) {
            steps.add(new VolumeAction.Reject(
                    desired, during + (desired.block() ? ".SetUpDevice failed" : ".SetUp failed"), IN_USE));
        } else if (!desired.ephemeral() && now.attaches() && !now.attached()) {
            steps.add(new VolumeAction.AwaitAttach(desired));
        } else if (now.driver() == null) {
            steps.add(noDriver(desired));
        } else if (mustStage(now, desired)) {
            // One of them is enough for all.
            if (steps.stream().noneMatch(VolumeAction.Stage.class::isInstance)) {
                steps.add(new VolumeAction.Stage(desired));
            }
        } else {
            steps.add(new VolumeAction.Publish(desired, again));
        }
    }

    /// The pod keeps the volume, whatever the result.
    private static void renew(VolumeState now, DesiredVolume desired, List<VolumeAction> steps) {
        if (now.driver() != null) {
            bringUp(now, desired, true, steps);
        }
    }

    private static boolean mustStage(VolumeState now, DesiredVolume desired) {
        return !desired.ephemeral()
                && now.driver() != null
                && now.driver().stages()
                && (now.restage() || now.actual().stagedVolume().state() != MountState.PRESENT);
    }

    private static boolean isLeavingOthers(ActualVolume actual, DesiredVolume desired, List<VolumeAction> steps) {
        List<PodVolumeKey> others = actual.publications().keySet().stream()
                .filter(podVolumeKey ->
                        !podVolumeKey.podUid().equals(desired.podVolumeKey().podUid()))
                .toList();
        return !others.isEmpty()
                && others.stream()
                        .allMatch(podVolumeKey -> steps.stream()
                                .anyMatch(volumeAction ->
                                        volumeAction instanceof VolumeAction.Unpublish(PublishedVolume leaving)
                                                && leaving.podVolumeKey().equals(podVolumeKey)));
    }

    private static boolean isElsewhere(ActualVolume actual, DesiredVolume desired) {
        return actual.publications().keySet().stream()
                .anyMatch(podVolumeKey ->
                        !podVolumeKey.podUid().equals(desired.podVolumeKey().podUid()));
    }

    private static boolean isUsableHere(VolumeState now, DesiredVolume desired) {
        return switch (desired.volumeSource()) {
            case VolumeSource.Inline _ -> true;
            case VolumeSource.Persistent from ->
                now.node() == null || from.volume().isUsableOn(now.node());
        };
    }

    private static VolumeAction noDriver(DesiredVolume desired) {
        String missing = "driver name " + desired.key().driver() + " not found in the list of registered CSI drivers";
        if (desired.block()) {
            return new VolumeAction.Reject(
                    desired,
                    "MapVolume.SetUpDevice failed",
                    "kubernetes.io/csi: blockMapper.SetUpDevice failed to get CSI client: " + missing);
        }
        if (desired.ephemeral()) {
            return new VolumeAction.Reject(
                    desired,
                    "MountVolume.SetUp failed",
                    "kubernetes.io/csi: mounter.SetUpAt failed to get CSI client: " + missing);
        }
        return new VolumeAction.Reject(
                desired,
                "MountVolume.MountDevice failed",
                "kubernetes.io/csi: attacher.MountDevice failed to create newCsiDriverClient: " + missing);
    }
}
