package dev.stowage.control.protection;

import dev.stowage.kube.client.ApiFailure;
import dev.stowage.kube.model.Pod;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;

/// The pods of a namespace, read from the server. A caller gets a list that was started after its request;
/// callers that arrive during a list share the next one, so many claims cost few lists. Thread-safe.
final class LivePodLister {

    @FunctionalInterface
    interface Source {
        List<Pod> list(String namespace) throws ApiFailure, InterruptedException;
    }

    private final Source source;
    private final Map<String, CompletableFuture<Map<String, List<Pod>>>> next = new HashMap<>();
    private final Map<String, CompletableFuture<Map<String, List<Pod>>>> underWay = new HashMap<>();

    LivePodLister(Source source) {
        this.source = source;
    }

    /// @return the pods that use the claim
    List<Pod> naming(String namespace, String claim) throws ApiFailure, InterruptedException {
        CompletableFuture<Map<String, List<Pod>>> round;
        boolean first;
        synchronized (this) {
            CompletableFuture<Map<String, List<Pod>>> gathering = next.get(namespace);
            first = gathering == null;
            round = gathering == null ? new CompletableFuture<>() : gathering;
            if (first) {
                next.put(namespace, round);
            }
        }
        if (first) {
            run(namespace, round);
        }
        return result(round).getOrDefault(claim, List.of());
    }

    private void run(String namespace, CompletableFuture<Map<String, List<Pod>>> round) {
        boolean begun = false;
        try {
            begin(namespace, round);
            begun = true;
            round.complete(byClaim(source.list(namespace)));
        } catch (ApiFailure e) {
            round.completeExceptionally(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            round.completeExceptionally(new ApiFailure(0, "Unanswered", "the list of pods was given up", null));
        } finally {
            end(namespace, round, begun);
        }
    }

    private synchronized void begin(String namespace, CompletableFuture<Map<String, List<Pod>>> round)
            throws InterruptedException {
        while (underWay.containsKey(namespace)) {
            wait();
        }
        underWay.put(namespace, round);
        next.remove(namespace, round);
    }

    private synchronized void end(String namespace, CompletableFuture<Map<String, List<Pod>>> round, boolean begun) {
        next.remove(namespace, round);
        if (begun) {
            underWay.remove(namespace);
        }
        notifyAll();
    }

    private static Map<String, List<Pod>> byClaim(List<Pod> pods) {
        Map<String, List<Pod>> byClaim = new HashMap<>();
        pods.forEach(pod -> pod.claims()
                .forEach(claim ->
                        byClaim.computeIfAbsent(claim, _ -> new ArrayList<>()).add(pod)));
        return byClaim;
    }

    private static Map<String, List<Pod>> result(CompletableFuture<Map<String, List<Pod>>> round)
            throws ApiFailure, InterruptedException {
        try {
            return round.get();
        } catch (ExecutionException e) {
            if (e.getCause() instanceof ApiFailure failure) {
                throw failure;
            }
            throw new IllegalStateException("Cannot list pods.", e.getCause());
        }
    }
}
