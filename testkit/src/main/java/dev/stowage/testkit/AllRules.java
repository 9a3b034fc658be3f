package dev.stowage.testkit;

import java.util.List;

/// All rules, in the order of a volume's lifecycle.
final class AllRules {

    private static final List<RuleGroup> PER_CALL = List.of(
            IdentityRules.info(),
            IdentityRules.capabilities(),
            IdentityRules.probe(),
            CapabilityRules.controller(),
            CapabilityRules.group(),
            CapabilityRules.node(),
            CreateVolumeRules.fields(),
            CreateVolumeRules.capacity(),
            CreateVolumeRules.repeats(),
            TopologyRules.topology(),
            SourceRules.restore(),
            SourceRules.copy(),
            VolumeRules.delete(),
            VolumeRules.validate(),
            VolumeRules.capacity(),
            ListVolumesRules.list(),
            ListVolumesRules.get(),
            ListVolumesRules.condition(),
            HealthRules.ofVolume(),
            HealthRules.list(),
            AttachRules.attach(),
            AttachRules.detach(),
            ChangeRules.expand(),
            ChangeRules.modify(),
            SnapshotRules.create(),
            SnapshotRules.delete(),
            SnapshotRules.get(),
            ListSnapshotsRules.list(),
            GroupRules.create(),
            GroupRules.get(),
            GroupRules.delete(),
            MetadataRules.allocated(),
            MetadataRules.delta(),
            StageRules.info(),
            StageRules.stage(),
            StageRules.unstage(),
            PublishRules.publish(),
            PublishRules.unpublish(),
            DataRules.mounted(),
            DataRules.block(),
            StatsRules.stats(),
            StatsRules.expand(),
            HealthRules.onNode(),
            HealthRules.ofStorage());

    private static final List<RuleGroup> WHOLE_LIVES = List.of(ConcurrentRules.group(), RestartRules.group());

    private AllRules() {}

    /// Rules about one call; run in every mode.
    static List<RuleGroup> perCall() {
        return PER_CALL;
    }

    /// Rules with their own clients and restarts; run once.
    static List<RuleGroup> wholeLives() {
        return WHOLE_LIVES;
    }
}
