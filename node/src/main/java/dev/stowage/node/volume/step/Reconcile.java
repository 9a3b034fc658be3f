package dev.stowage.node.volume.step;

import dev.stowage.node.volume.have.Have;
import dev.stowage.node.volume.have.MountState;
import dev.stowage.node.volume.have.Publication;
import dev.stowage.node.volume.want.Source;
import dev.stowage.node.volume.want.Spot;
import dev.stowage.node.volume.want.Wanted;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/// What to do next about one volume. What goes comes first: a pod that ends frees the volume for the one that waits.
public final class Reconcile {
    private static final String IN_USE =
            "volume uses the ReadWriteOncePod access mode and is already in use by another pod";

    private Reconcile() {}

    public static List<Step> steps(Situation now) {
        List<Step> steps = new ArrayList<>();
        if (now.complete()) {
            takeAway(now, steps);
        }
        for (Wanted wanted : now.wanted()) {
            if (now.have().stateAt(wanted.spot()) != MountState.PRESENT) {
                bringUp(now, wanted, false, steps);
            } else if (now.again().contains(wanted.spot()) || now.restage()) {
                renew(now, wanted, steps);
            } else if (now.grows().contains(wanted.spot()) && now.driver() != null) {
                steps.add(new Step.Grow(wanted));
            }
        }
        return List.copyOf(steps);
    }

    private static void takeAway(Situation now, List<Step> steps) {
        Have have = now.have();
        Set<Spot> wanted = now.wanted().stream().map(Wanted::spot).collect(Collectors.toSet());
        List<Publication> leaving = have.publications().values().stream()
                .filter(publication -> !wanted.contains(publication.spot()))
                .filter(publication -> !now.living().contains(publication.spot().podUid()))
                .toList();
        boolean unused = wanted.isEmpty() && have.publications().isEmpty();
        boolean unstage = unused && have.device().state() != MountState.ABSENT;
        if (now.driver() == null) {
            if (unstage || !leaving.isEmpty()) {
                steps.add(new Step.AwaitDriver(have.key().driver()));
            }
            return;
        }
        leaving.forEach(publication -> steps.add(new Step.Unpublish(publication)));
        if (unstage) {
            steps.add(new Step.Unstage(have.device()));
        }
    }

    private static void bringUp(Situation now, Wanted wanted, boolean again, List<Step> steps) {
        String during = wanted.block() ? "MapVolume" : "MountVolume";
        if (!isUsableHere(now, wanted)) {
            steps.add(new Step.Refuse(wanted, during + ".NodeAffinity check failed", "no matching NodeSelectorTerms"));
        } else if (wanted.alone() && isLeavingOthers(now.have(), wanted, steps)) {
            // It is its turn as soon as they are gone.
            return;
        } else if (wanted.alone() && isElsewhere(now.have(), wanted)) {
            steps.add(new Step.Refuse(
                    wanted, during + (wanted.block() ? ".SetUpDevice failed" : ".SetUp failed"), IN_USE));
        } else if (!wanted.ephemeral() && now.attaches() && !now.attached()) {
            steps.add(new Step.AwaitAttach(wanted));
        } else if (now.driver() == null) {
            steps.add(noDriver(wanted));
        } else if (mustStage(now, wanted)) {
            // One of them is enough for all.
            if (steps.stream().noneMatch(Step.Stage.class::isInstance)) {
                steps.add(new Step.Stage(wanted));
            }
        } else {
            steps.add(new Step.Publish(wanted, again));
        }
    }

    /// The pod has it and keeps it, whatever comes of this.
    private static void renew(Situation now, Wanted wanted, List<Step> steps) {
        if (now.driver() != null) {
            bringUp(now, wanted, true, steps);
        }
    }

    private static boolean mustStage(Situation now, Wanted wanted) {
        return !wanted.ephemeral()
                && now.driver() != null
                && now.driver().stages()
                && (now.restage() || now.have().device().state() != MountState.PRESENT);
    }

    private static boolean isLeavingOthers(Have have, Wanted wanted, List<Step> steps) {
        List<Spot> others = have.publications().keySet().stream()
                .filter(spot -> !spot.podUid().equals(wanted.spot().podUid()))
                .toList();
        return !others.isEmpty()
                && others.stream()
                        .allMatch(spot -> steps.stream()
                                .anyMatch(step -> step instanceof Step.Unpublish(Publication leaving)
                                        && leaving.spot().equals(spot)));
    }

    private static boolean isElsewhere(Have have, Wanted wanted) {
        return have.publications().keySet().stream()
                .anyMatch(spot -> !spot.podUid().equals(wanted.spot().podUid()));
    }

    private static boolean isUsableHere(Situation now, Wanted wanted) {
        return switch (wanted.source()) {
            case Source.Inline _ -> true;
            case Source.Persistent from -> now.node() == null || from.volume().isUsableOn(now.node());
        };
    }

    private static Step noDriver(Wanted wanted) {
        String missing = "driver name " + wanted.key().driver() + " not found in the list of registered CSI drivers";
        if (wanted.block()) {
            return new Step.Refuse(
                    wanted,
                    "MapVolume.SetUpDevice failed",
                    "kubernetes.io/csi: blockMapper.SetUpDevice failed to get CSI client: " + missing);
        }
        if (wanted.ephemeral()) {
            return new Step.Refuse(
                    wanted,
                    "MountVolume.SetUp failed",
                    "kubernetes.io/csi: mounter.SetUpAt failed to get CSI client: " + missing);
        }
        return new Step.Refuse(
                wanted,
                "MountVolume.MountDevice failed",
                "kubernetes.io/csi: attacher.MountDevice failed to create newCsiDriverClient: " + missing);
    }
}
