package dev.stowage.control.snapshot;

import dev.stowage.kube.controller.ClusterAction;
import java.util.ArrayList;
import java.util.List;

/// The actions for one object.
///
/// @param others actions on other objects, executed first
/// @param own the one write on the object itself, with its events; a second write in the same run would be
///     based on a state that the first has changed
/// @param waiting what the object waits for, for the log; that change enqueues it again
record SnapshotActions(List<ClusterAction> others, List<ClusterAction> own, String waiting) {

    static SnapshotActions nothing() {
        return new SnapshotActions(List.of(), List.of(), "");
    }

    static SnapshotActions own(List<ClusterAction> actions) {
        return new SnapshotActions(List.of(), actions, "");
    }

    static SnapshotActions waiting(String why) {
        return new SnapshotActions(List.of(), List.of(), why);
    }

    SnapshotActions with(List<ClusterAction> before) {
        return new SnapshotActions(before, own, waiting);
    }

    SnapshotActions because(String why) {
        return new SnapshotActions(others, own, why);
    }

    /// The same after another write on the object itself: its own write is left to the next run.
    SnapshotActions after(List<ClusterAction> first) {
        if (first.isEmpty()) {
            return this;
        }
        List<ClusterAction> actions = new ArrayList<>(first);
        actions.addAll(others);
        return new SnapshotActions(actions, List.of(), "");
    }

    List<ClusterAction> all() {
        List<ClusterAction> actions = new ArrayList<>(others);
        actions.addAll(own);
        return actions;
    }
}
