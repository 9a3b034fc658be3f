package dev.stowage.sidecar.mover;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The conditions of a move, at most one of each type.
record MoveConditions(List<MoveCondition> all) {

    static final MoveConditions NONE = new MoveConditions(List.of());

    MoveConditions {
        all = List.copyOf(all);
    }

    Optional<MoveCondition> find(MoveConditionType type) {
        return all.stream().filter(each -> each.type() == type).findFirst();
    }

    boolean isTrue(MoveConditionType type) {
        return find(type)
                .filter(each -> each.status() == MoveConditionStatus.TRUE)
                .isPresent();
    }

    Optional<Instant> since(MoveConditionType type) {
        return find(type).map(MoveCondition::since);
    }

    MoveConditions with(
            MoveConditionType type, MoveConditionStatus status, String reason, String message, Instant now) {
        Instant since = find(type)
                .filter(before -> before.status() == status)
                .map(MoveCondition::since)
                .orElse(now);
        List<MoveCondition> others =
                new ArrayList<>(all.stream().filter(each -> each.type() != type).toList());
        others.add(new MoveCondition(type, status, reason, message, since));
        return new MoveConditions(others);
    }
}
