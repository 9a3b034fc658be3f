package dev.stowage.explain.cause.mount;

import dev.stowage.explain.cause.Actor;
import dev.stowage.explain.cause.Commands;
import dev.stowage.explain.cause.Draft;
import dev.stowage.explain.cause.Finding;
import dev.stowage.explain.cause.Heard;
import dev.stowage.explain.cause.Said;
import dev.stowage.explain.cause.Situation;
import dev.stowage.explain.cause.Weight;
import dev.stowage.explain.picture.Thing;
import dev.stowage.explain.strand.Part;
import dev.stowage.explain.strand.Strand;
import java.util.Optional;
import java.util.stream.Stream;

/// The driver watches its volumes and says that this one is not well.
public final class AbnormalVolume implements Situation {

    @Override
    public Optional<Finding> in(Strand strand) {
        return Stream.of(strand.claim(), strand.pod())
                .flatMap(Optional::stream)
                .flatMap(each -> latest(each, strand).stream())
                .findFirst()
                .flatMap(told -> finding(told, strand));
    }

    /// Unless it has said since that the volume is well again.
    private static Optional<Heard> latest(Thing about, Strand strand) {
        return Heard.about(about, strand)
                .filter(each -> each.isBecause("VolumeConditionAbnormal") || each.isBecause("VolumeConditionNormal"))
                .findFirst()
                .filter(each -> each.isBecause("VolumeConditionAbnormal"))
                // That is the mount and not the volume, and told as such.
                .filter(each -> !Wordings.DEAD.in(each));
    }

    private static Optional<Finding> finding(Heard told, Strand strand) {
        String verdict = "Driver %s says that %s is not well: %s"
                .formatted(
                        strand.driver(),
                        strand.volume().map(Thing::title).orElse("the volume"),
                        Said.plain(told.text()));
        return Draft.of("volume-abnormal", Weight.TOLD, Part.VOLUME, verdict)
                .actor(Actor.STORAGE_ADMIN)
                .told(told)
                .since(told.told().last())
                .advice("Save the data first, while it can be read: a snapshot or a copy.")
                .safe("See what was told.", Commands.describe(told.about()))
                .found();
    }
}
