package dev.stowage.explain.cause;

import dev.stowage.explain.cause.change.AttachmentGoing;
import dev.stowage.explain.cause.change.AttributesChange;
import dev.stowage.explain.cause.change.ClaimGoing;
import dev.stowage.explain.cause.change.Expansion;
import dev.stowage.explain.cause.change.VolumeGoing;
import java.util.List;

/// Why a volume does not grow, or does not go.
final class ChangeSituations {
    static final List<Situation> ALL = List.of(
            new ClaimGoing(), new VolumeGoing(), new AttachmentGoing(), new Expansion(), new AttributesChange());

    private ChangeSituations() {}
}
