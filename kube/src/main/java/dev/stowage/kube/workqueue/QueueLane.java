package dev.stowage.kube.workqueue;

/// A kind of work with its own workers, so that a flood of one kind does not delay another.
///
/// @param workers the maximum number of keys processed at once
public record QueueLane(String name, int workers) {

    public QueueLane {
        if (workers < 1) {
            throw new IllegalArgumentException("lane " + name + " needs at least one worker");
        }
    }
}
