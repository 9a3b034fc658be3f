package dev.stowage.sidecar.mover;

import dev.stowage.sidecar.mover.Carrier.Cargo;
import dev.stowage.sidecar.mover.Carrier.Carried;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/// The transfers that run now. One can take hours, so a user who cancels its move does not wait for its end.
/// Thread-safe.
final class ActiveTransfers {
    private final Carrier carrier;
    private final Map<String, Thread> threads = new ConcurrentHashMap<>();

    ActiveTransfers(Carrier carrier) {
        this.carrier = carrier;
    }

    int count() {
        return threads.size();
    }

    /// Ends the transfer of a move, if there is one.
    ///
    /// @param move the uid of the move
    void abort(String move) {
        Thread thread = threads.get(move);
        if (thread != null) {
            thread.interrupt();
        }
    }

    /// Runs a transfer to its end.
    ///
    /// @param isCancelled whether the move was cancelled before its transfer was known here
    /// @throws CancellationException when it was aborted
    Carried carry(String move, Cargo cargo, BooleanSupplier isCancelled, Consumer<Carried> listener)
            throws PeerCallException, InterruptedException {
        CompletableFuture<Carried> result = new CompletableFuture<>();
        Thread thread = Thread.ofVirtual().name("transfer-" + cargo.volume()).unstarted(() -> {
            try {
                result.complete(carrier.carry(cargo, listener));
            } catch (InterruptedException e) {
                result.cancel(false);
            } catch (Throwable e) { // also an OutOfMemoryError: the worker waits for this thread without a limit
                result.completeExceptionally(e);
            }
        });
        threads.put(move, thread);
        thread.start();
        if (isCancelled.getAsBoolean()) {
            thread.interrupt();
        }
        try {
            return result.get();
        } catch (ExecutionException e) {
            if (e.getCause() instanceof PeerCallException failure) {
                throw failure;
            }
            throw new IllegalStateException("the transfer of volume " + cargo.volume() + " failed", e.getCause());
        } catch (InterruptedException e) {
            thread.interrupt();
            throw e;
        } finally {
            threads.remove(move, thread);
        }
    }
}
