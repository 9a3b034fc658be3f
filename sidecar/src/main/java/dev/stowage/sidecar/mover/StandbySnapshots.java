package dev.stowage.sidecar.mover;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.k8s.names.MoverKeys;
import java.util.Optional;
import java.util.stream.Stream;

/// The snapshots of a standby that may exist: at most three.
///
/// @param rounds how many were begun; names are never used twice
/// @param outdated the one before `base`
/// @param base the newest one that the target has
/// @param next the one that the target gets now
record StandbySnapshots(
        long rounds,
        Optional<StandbySnapshot> outdated,
        Optional<StandbySnapshot> base,
        Optional<StandbySnapshot> next) {

    static final StandbySnapshots NONE = new StandbySnapshots(0, Optional.empty(), Optional.empty(), Optional.empty());

    static StandbySnapshots read(JsonNode status) {
        return new StandbySnapshots(
                status.path("rounds").asLong(),
                StandbySnapshot.read(status.path("outdated")),
                StandbySnapshot.read(status.path("base")),
                StandbySnapshot.read(status.path("next")));
    }

    void writeTo(ObjectNode status) {
        status.put("rounds", rounds);
        outdated.ifPresent(each -> each.writeTo(status.putObject("outdated")));
        base.ifPresent(each -> each.writeTo(status.putObject("base")));
        next.ifPresent(each -> each.writeTo(status.putObject("next")));
        // A column of the table that `kubectl get` prints.
        base.flatMap(StandbySnapshot::takenAt).ifPresent(at -> status.put("copiedAt", at.toString()));
    }

    /// @param standby the uid of the standby
    StandbySnapshots begin(String standby) {
        long round = rounds + 1;
        String name = MoverKeys.SNAPSHOT_PREFIX + "standby-" + standby + "-" + round;
        return new StandbySnapshots(round, outdated, base, Optional.of(StandbySnapshot.named(name)));
    }

    StandbySnapshots next(StandbySnapshot taken) {
        return new StandbySnapshots(rounds, outdated, base, Optional.of(taken));
    }

    /// The target has all of the next one.
    StandbySnapshots complete() {
        return new StandbySnapshots(rounds, /* outdated= */ base, /* base= */ next, /* next= */ Optional.empty());
    }

    /// Without one that was deleted.
    StandbySnapshots without(StandbySnapshot deleted) {
        return new StandbySnapshots(rounds, except(outdated, deleted), except(base, deleted), except(next, deleted));
    }

    Optional<StandbySnapshot> first() {
        return all().findFirst();
    }

    Stream<StandbySnapshot> all() {
        return Stream.of(outdated, base, next).flatMap(Optional::stream);
    }

    private static Optional<StandbySnapshot> except(Optional<StandbySnapshot> one, StandbySnapshot deleted) {
        return one.filter(each -> !each.name().equals(deleted.name()));
    }
}
