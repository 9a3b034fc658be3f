package dev.stowage.sidecar.mover;

import dev.stowage.csi.transfer.v1alpha1.Copy;

/// What is known of a driver's copy of a volume.
sealed interface CopyState {

    /// The driver did not answer. It may have any copy, in any state.
    record Unknown(String why) implements CopyState {}

    /// The driver has no copy.
    record Absent() implements CopyState {}

    record Present(Copy copy) implements CopyState {

        boolean is(Copy.State state) {
            return copy.getState() == state;
        }

        /// Fenced for this move, and not for another one.
        boolean isFencedFor(MoveSubject subject, String target) {
            return is(Copy.State.FENCED)
                    && copy.getGeneration() == subject.generation()
                    && copy.getDestination().equals(target);
        }

        /// That of the volume, or about to be.
        boolean isVolume() {
            return is(Copy.State.ACTIVE) || is(Copy.State.ACTIVATING);
        }

        @Override
        public String toString() {
            return "%s with generation %d".formatted(copy.getState(), copy.getGeneration());
        }
    }
}
