package dev.stowage.explain.cause.mount;

import dev.stowage.explain.cause.Cause;
import dev.stowage.explain.cause.DriverMessages;
import dev.stowage.explain.cause.Finding;
import dev.stowage.explain.cause.FindingBuilder;
import dev.stowage.explain.cause.FindingRank;
import dev.stowage.explain.cause.KubectlCommands;
import dev.stowage.explain.cause.ObservedEvent;
import dev.stowage.explain.cause.ResponsibleParty;
import dev.stowage.explain.chain.LinkKind;
import dev.stowage.explain.chain.VolumeChain;
import dev.stowage.explain.clusterstate.KubeResource;
import dev.stowage.k8s.names.VolumeEventReasons;
import java.util.Optional;
import java.util.stream.Stream;

/// The driver reports that the volume is unhealthy.
final class VolumeConditionAbnormal implements Cause {

    @Override
    public Optional<Finding> findIn(VolumeChain volumeChain) {
        return Stream.of(volumeChain.claim(), volumeChain.pod())
                .flatMap(Optional::stream)
                .flatMap(each -> latest(each, volumeChain).stream())
                .findFirst()
                .flatMap(told -> finding(told, volumeChain));
    }

    /// Unless the driver reported a recovery since.
    private static Optional<ObservedEvent> latest(KubeResource about, VolumeChain volumeChain) {
        return ObservedEvent.about(about, volumeChain)
                .filter(each -> each.hasReason(VolumeEventReasons.VOLUME_CONDITION_ABNORMAL)
                        || each.hasReason(VolumeEventReasons.VOLUME_CONDITION_NORMAL))
                .findFirst()
                .filter(each -> each.hasReason(VolumeEventReasons.VOLUME_CONDITION_ABNORMAL))
                // This is a problem of the mount, which has its own cause.
                .filter(each -> !MountErrorPattern.DEAD.in(each));
    }

    private static Optional<Finding> finding(ObservedEvent told, VolumeChain volumeChain) {
        String verdict = "Driver %s reports that %s is abnormal: %s"
                .formatted(
                        volumeChain.driver(),
                        volumeChain.volume().map(KubeResource::title).orElse("the volume"),
                        DriverMessages.plain(told.text()));
        return FindingBuilder.of("volume-abnormal", FindingRank.TOLD, LinkKind.VOLUME, verdict)
                .actor(ResponsibleParty.STORAGE_ADMIN)
                .event(told)
                .since(told.event().last())
                .advice("Save the data first, while it is readable: take a snapshot or a copy.")
                .safe("Show the events.", KubectlCommands.describe(told.about()))
                .build();
    }
}
