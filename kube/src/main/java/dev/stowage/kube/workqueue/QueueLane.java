package dev.stowage.kube.workqueue;

/// Work of one sort, with workers of its own: a flood of one sort then delays no other.
///
/// @param workers how many keys are worked on at once
public record QueueLane(String name, int workers) {

    public QueueLane {
        if (workers < 1) {
            throw new IllegalArgumentException("Lane " + name + " needs at least one worker.");
        }
    }
}
