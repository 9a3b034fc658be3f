package dev.stowage.sidecar.mover;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// Takes a snapshot when the copy is as old as the interval, and sends what has changed since the one before.
final class StandbyRoundDecision {

    private StandbyRoundDecision() {}

    static List<StandbyAction> decide(StandbyState state) {
        if (PromotionDecision.isWanted(state)) {
            return PromotionDecision.begin(state);
        }
        if (state.isHeld()) {
            return List.of(new StandbyAction.ReleaseVolume()); // the request to promote was withdrawn
        }
        if (!state.mover().isEmpty() || state.volume().isEmpty()) {
            return StandbyDecision.await("the volume is being moved by VolumeMove " + state.mover());
        }
        return switch (state.targetCopy()) {
            case CopyState.Unknown(String why) -> StandbyDecision.await("waiting for the driver of this node: " + why);
            case CopyState.Absent()
            when state.status().snapshots().base().isPresent() ->
                StandbyDecision.reset(state, "the driver of node %s has lost the copy".formatted(state.node()));
            case CopyState.Absent(), CopyState.Present _ -> round(state);
        };
    }

    private static List<StandbyAction> round(StandbyState state) {
        StandbySnapshots snapshots = state.status().snapshots();
        if (snapshots.outdated().isPresent()) {
            return List.of(new StandbyAction.DeleteSnapshot(snapshots.outdated().get()));
        }
        if (snapshots.next().isPresent()) {
            StandbySnapshot next = snapshots.next().get();
            return next.isTaken()
                    ? List.of(new StandbyAction.CarrySnapshot(next, snapshots.base()))
                    : List.of(new StandbyAction.TakeSnapshot(next));
        }
        Duration left = untilNext(state, snapshots.base().flatMap(StandbySnapshot::takenAt));
        return left.isPositive()
                ? List.of(new StandbyAction.Await(ready(state), left))
                : List.of(new StandbyAction.WriteStatus(state.status()
                        .snapshots(snapshots.begin(state.standby().meta().uid()))));
    }

    private static Duration untilNext(StandbyState state, Optional<Instant> taken) {
        return taken.map(at -> Duration.between(
                        state.now(), at.plus(state.standby().spec().interval())))
                .orElse(Duration.ZERO);
    }

    static String ready(StandbyState state) {
        return "node %s has a copy".formatted(state.node());
    }
}
