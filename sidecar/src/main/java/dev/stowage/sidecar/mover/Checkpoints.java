package dev.stowage.sidecar.mover;

import dev.stowage.k8s.names.MoverKeys;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The rounds of a copy, oldest first.
record Checkpoints(List<Checkpoint> all) {

    static final Checkpoints NONE = new Checkpoints(List.of());

    Checkpoints {
        all = List.copyOf(all);
    }

    Optional<Checkpoint> last() {
        return all.isEmpty() ? Optional.empty() : Optional.of(all.getLast());
    }

    /// The newest one that the target has.
    Optional<Checkpoint> base() {
        return all.reversed().stream()
                .filter(each -> each.state() == Checkpoint.State.COMPLETE)
                .findFirst();
    }

    /// The first snapshot that may exist, apart from the last one.
    Optional<Checkpoint> outdated() {
        return all.stream()
                .limit(Math.max(0, all.size() - 1))
                .filter(Checkpoint::mayExist)
                .findFirst();
    }

    Optional<Checkpoint> remaining() {
        return all.stream().filter(Checkpoint::mayExist).findFirst();
    }

    /// Names are never used twice: a late call for an earlier snapshot must not be one for a later.
    ///
    /// @param move the uid of the move
    Checkpoints begin(String move) {
        List<Checkpoint> more = new ArrayList<>(all);
        String name = MoverKeys.SNAPSHOT_PREFIX + move + "-" + (all.size() + 1);
        more.add(new Checkpoint(name, "", Checkpoint.State.TAKING, 0));
        return new Checkpoints(more);
    }

    /// With another state of one of them.
    Checkpoints with(Checkpoint changed) {
        return new Checkpoints(all.stream()
                .map(each -> each.name().equals(changed.name()) ? changed : each)
                .toList());
    }
}
