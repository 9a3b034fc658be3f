package dev.stowage.driver.device;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/// Lets copies run one at a time, in the order in which they asked: concurrent readers slow a disk down. Safe
/// for several threads.
final class CopyQueue {

    /// The first has its turn. Guarded by this.
    private final Deque<Place> places = new ArrayDeque<>();

    /// Ends when it is closed.
    interface Turn extends AutoCloseable {
        @Override
        void close();
    }

    private final class Place implements Turn {

        private final CompletableFuture<Void> begun = new CompletableFuture<>();

        @Override
        public void close() {
            leave(this);
        }
    }

    /// Returns at the turn of the caller.
    Turn await() {
        Place place = join();
        place.begun.join();
        return place;
    }

    /// Returns at the turn of the caller, or empty as soon as the copy is not wanted any more.
    Optional<Turn> await(CompletableFuture<Void> cancelled) {
        Place place = join();
        var _ = CompletableFuture.anyOf(place.begun, cancelled).join();
        if (cancelled.isDone()) {
            leave(place);
            return Optional.empty();
        }
        return Optional.of(place);
    }

    private synchronized Place join() {
        Place place = new Place();
        places.add(place);
        callFirst();
        return place;
    }

    private synchronized void leave(Place place) {
        places.remove(place);
        callFirst();
    }

    private void callFirst() {
        if (!places.isEmpty()) {
            places.getFirst().begun.complete(null);
        }
    }
}
