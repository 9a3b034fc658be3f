package dev.stowage.driver;

import dev.stowage.sdk.CsiException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorCompletionService;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/// Finds the pool that has an object. Pools on disks are read one after the other; shares that the driver mounts all
/// at once, so that one whose server does not answer delays no answer of another.
final class PoolLookup {

    private PoolLookup() {}

    /// What to read in each pool.
    @FunctionalInterface
    interface Question<T> {
        Optional<T> in(StoragePool pool) throws CsiException, IOException;
    }

    /// A pool whose disk fails keeps nobody from the volumes of the others.
    ///
    /// @throws CsiException UNAVAILABLE when no pool has it, but a share could not be read
    /// @throws IOException when no pool has it, but one could not be read
    static <T> Optional<T> first(List<StoragePool> pools, Question<T> question) throws CsiException, IOException {
        List<StoragePool> shares = new ArrayList<>();
        List<IOException> failures = new ArrayList<>();
        for (StoragePool pool : pools) {
            if (pool.pool().share().isPresent()) {
                shares.add(pool);
                continue;
            }
            try {
                Optional<T> found = question.in(pool);
                if (found.isPresent()) {
                    return found;
                }
            } catch (IOException e) {
                failures.add(e);
            }
        }
        Optional<T> found = shares.size() <= 1 ? inOnly(shares, question) : inShares(shares, question);
        if (found.isEmpty() && !failures.isEmpty()) {
            throw failures.getFirst();
        }
        return found;
    }

    private static <T> Optional<T> inOnly(List<StoragePool> shares, Question<T> question)
            throws CsiException, IOException {
        return shares.isEmpty() ? Optional.empty() : question.in(shares.getFirst());
    }

    private static <T> Optional<T> inShares(List<StoragePool> shares, Question<T> question)
            throws CsiException, IOException {
        ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
        try {
            var answers = new ExecutorCompletionService<Optional<T>>(threads);
            shares.forEach(pool -> answers.submit(() -> question.in(pool)));
            Optional<ExecutionException> failure = Optional.empty();
            for (int i = 0; i < shares.size(); i++) {
                try {
                    Optional<T> found = answers.take().get();
                    if (found.isPresent()) {
                        return found;
                    }
                } catch (ExecutionException e) {
                    failure = Optional.of(e);
                }
            }
            if (failure.isPresent()) {
                throw cause(failure.get());
            }
            return Optional.empty();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw CsiException.aborted("the call was interrupted");
        } finally {
            threads.shutdownNow(); // a share that does not answer is not waited for
        }
    }

    private static CsiException cause(ExecutionException e) throws IOException {
        return switch (e.getCause()) {
            case CsiException refusal -> refusal;
            case IOException failure -> throw failure;
            case RuntimeException bug -> throw bug;
            case null, default -> throw new IllegalStateException(e);
        };
    }
}
