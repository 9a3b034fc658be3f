package dev.stowage.explain.cause.schedule;

import dev.stowage.explain.cause.Situation;
import java.util.List;
import java.util.stream.Stream;

/// All situations of this package.
public final class Schedulings {
    private static final List<Situation> OF_VOLUMES = List.of(
            new ClaimGone(),
            new ClaimUnusable(),
            new OnePodOnly(),
            new VolumeElsewhere(),
            new NoRoom(),
            new AttachLimit(),
            new WaitsForClaim());

    public static final List<Situation> ALL = Stream.concat(OF_VOLUMES.stream(), Stream.of(new NoNode(OF_VOLUMES)))
            .toList();

    private Schedulings() {}
}
