package dev.stowage.kube.queue;

/// Work of one sort, with workers of its own: a flood of one sort then delays no other.
///
/// @param workers how many keys are worked on at once
public record Lane(String name, int workers) {

    public Lane {
        if (workers < 1) {
            throw new IllegalArgumentException("Lane " + name + " needs at least one worker.");
        }
    }
}
