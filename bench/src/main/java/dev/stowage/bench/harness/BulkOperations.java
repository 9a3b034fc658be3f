package dev.stowage.bench.harness;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.kube.client.ApiFailure;
import dev.stowage.kube.client.KubeClient;
import dev.stowage.kube.informer.Informer;
import dev.stowage.kube.model.Kind;
import dev.stowage.kube.model.KubeObject;
import java.io.IOException;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.IntFunction;
import java.util.function.Predicate;
import java.util.stream.IntStream;

/// Sends operations as fast as the server accepts them, and measures the time until all are complete.
public final class BulkOperations {
    private static final int AT_ONCE = 16;
    private static final long LONGEST_SECONDS = 900;

    private final KubeClient api;
    private final LivenessCheck livenessCheck;

    /// @param livenessCheck throws when the tested processes have exited
    public BulkOperations(KubeClient api, LivenessCheck livenessCheck) {
        this.api = api;
        this.livenessCheck = livenessCheck;
    }

    /// A check that the tested processes still run.
    @FunctionalInterface
    public interface LivenessCheck {
        void require() throws IOException;
    }

    /// @return the rate per second, from the first request until the last object is in the wanted state
    public <T extends KubeObject> double rate(int count, Runnable request, Informer<T> watched, Predicate<T> wanted)
            throws Exception {
        long begun = System.nanoTime();
        request.run();
        until(() -> watched.all().stream().filter(wanted).count() >= count);
        return count / ((System.nanoTime() - begun) / 1e9);
    }

    public void until(BooleanSupplier done) throws Exception {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(LONGEST_SECONDS);
        while (!done.getAsBoolean()) {
            // Not at every change: counting uses the processors that are being measured.
            TimeUnit.MILLISECONDS.sleep(20);
            livenessCheck.require();
            if (System.nanoTime() > end) {
                throw new IOException("the operations did not finish within " + LONGEST_SECONDS + " s");
            }
        }
    }

    /// @return the rate per second, from the first request until no object is left
    public <T extends KubeObject> double drain(Collection<T> objects, Kind<T> kind, Informer<T> watched)
            throws Exception {
        return fewer(objects, kind, watched, 0);
    }

    /// @param left how many of what is watched remain when all is done
    public <T extends KubeObject> double fewer(
            Collection<T> objects, Kind<T> kind, Informer<? extends KubeObject> watched, int left) throws Exception {
        int count = objects.size();
        long begun = System.nanoTime();
        delete(objects, kind);
        until(() -> watched.all().size() <= left);
        return count / ((System.nanoTime() - begun) / 1e9);
    }

    public void create(Kind<?> kind, String namespace, int from, int to, IntFunction<ObjectNode> object) {
        each(IntStream.range(from, to).boxed().toList(), number -> api.create(kind, namespace, object.apply(number)));
    }

    private <T extends KubeObject> void delete(Collection<T> objects, Kind<T> kind) {
        each(List.copyOf(objects), object -> api.delete(object, kind));
    }

    @FunctionalInterface
    private interface Operation<E> {
        void run(E element) throws ApiFailure, InterruptedException;
    }

    private static <E> void each(List<E> elements, Operation<E> operation) {
        Semaphore turns = new Semaphore(AT_ONCE);
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<?>> all = elements.stream()
                    .<Future<?>>map(element -> threads.submit(() -> {
                        turns.acquire();
                        try {
                            operation.run(element);
                        } finally {
                            turns.release();
                        }
                        return element;
                    }))
                    .toList();
            for (Future<?> one : all) {
                one.get();
            }
        } catch (InterruptedException | ExecutionException e) {
            throw new IllegalStateException("cannot start the operations: " + e.getMessage(), e);
        }
    }
}
