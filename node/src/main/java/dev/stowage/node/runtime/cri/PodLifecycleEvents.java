package dev.stowage.node.runtime.cri;

import dev.stowage.node.runtime.cri.v1.Container;
import dev.stowage.node.runtime.cri.v1.ContainerEventResponse;
import dev.stowage.node.runtime.cri.v1.ContainerState;
import dev.stowage.node.runtime.cri.v1.GetEventsRequest;
import dev.stowage.node.runtime.cri.v1.PodSandbox;
import dev.stowage.node.runtime.cri.v1.PodSandboxState;
import io.grpc.Status;
import io.grpc.stub.StreamObserver;
import java.io.IOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Reports which pods changed in the runtime.
///
/// A runtime with an event stream is watched. Older ones, such as containerd before 1.7, have none, and CRI has
/// no other call that reports the exit of a container; their containers are listed every second, but only while
/// something runs in them or is about to.
final class PodLifecycleEvents implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(PodLifecycleEvents.class);
    private static final Duration ROUND = Duration.ofSeconds(1);
    private static final Duration AFTER_FAILURE = Duration.ofSeconds(1);

    /// @param uid the pod's
    private record LastState(String uid, Enum<?> state) {}

    private final CriClient calls;
    private final RuntimeCache runtimeCache;
    private final List<Consumer<String>> listeners = new CopyOnWriteArrayList<>();
    private final Semaphore expected = new Semaphore(0);
    private volatile boolean closed;
    private @Nullable Thread watcher;

    PodLifecycleEvents(CriClient calls, RuntimeCache runtimeCache) {
        this.calls = calls;
        this.runtimeCache = runtimeCache;
    }

    synchronized void listen(Consumer<String> listener) {
        listeners.add(listener);
        if (watcher == null && !closed) {
            watcher = Thread.ofVirtual().name("cri-events").start(this::watch);
        }
    }

    /// A container was started, so changes are expected.
    void pollSoon() {
        expected.release();
    }

    private void notifyListeners(String uid) {
        for (Consumer<String> listener : listeners) {
            listener.accept(uid);
        }
    }

    private void watch() {
        try {
            while (!closed) {
                if (followEvents()) {
                    pause();
                } else {
                    relist();
                }
            }
        } catch (InterruptedException e) {
            log.debug("Stopped watching container runtime events.");
        }
    }

    private void pause() throws InterruptedException {
        var _ = expected.tryAcquire(AFTER_FAILURE.toMillis(), TimeUnit.MILLISECONDS);
    }

    /// @return false when the runtime has no events
    private boolean followEvents() throws InterruptedException {
        var ended = new CompletableFuture<Status>();
        calls.streaming().getContainerEvents(GetEventsRequest.getDefaultInstance(), new StreamObserver<>() {
            @Override
            public void onNext(ContainerEventResponse event) {
                notifyListeners(event.getPodSandboxStatus().getMetadata().getUid());
            }

            @Override
            public void onError(Throwable failure) {
                ended.complete(Status.fromThrowable(failure));
            }

            @Override
            public void onCompleted() {
                ended.complete(Status.OK);
            }
        });
        // Changes before, or since the previous stream ended, are not reported.
        notifyListeners("");
        Status status;
        try {
            status = ended.get();
        } catch (ExecutionException e) {
            throw new IllegalStateException("the event observer failed", e);
        }
        log.debug("The event stream of the container runtime ended: {}", status);
        return status.getCode() != Status.Code.UNIMPLEMENTED;
    }

    /// Returns when the runtime does not respond.
    private void relist() throws InterruptedException {
        try {
            Map<String, LastState> before = listStates();
            notifyListeners("");
            while (!closed) {
                boolean runs = before.values().stream()
                        .anyMatch(lastState -> lastState.state() == ContainerState.CONTAINER_RUNNING
                                || lastState.state() == PodSandboxState.SANDBOX_READY);
                if (runs) {
                    var _ = expected.tryAcquire(ROUND.toMillis(), TimeUnit.MILLISECONDS);
                } else {
                    expected.acquire();
                }
                expected.drainPermits();
                Map<String, LastState> now = listStates();
                changed(before, now).forEach(this::notifyListeners);
                before = now;
            }
        } catch (IOException e) {
            log.warn("Cannot list the pods of the container runtime; retrying: {}", e.getMessage());
            pause();
        }
    }

    private Map<String, LastState> listStates() throws IOException, InterruptedException {
        Map<String, LastState> seen = new HashMap<>();
        for (PodSandbox sandbox : runtimeCache.sandboxes()) {
            seen.put(sandbox.getId(), new LastState(RuntimeCache.uid(sandbox), sandbox.getState()));
        }
        for (Container container : runtimeCache.containers()) {
            seen.put(container.getId(), new LastState(RuntimeCache.uid(container), container.getState()));
        }
        return seen;
    }

    /// The pods with a new, changed or removed container.
    private static Set<String> changed(Map<String, LastState> before, Map<String, LastState> now) {
        Set<String> pods = new HashSet<>();
        now.forEach((id, lastState) -> {
            if (!lastState.equals(before.get(id))) {
                pods.add(lastState.uid());
            }
        });
        before.forEach((id, lastState) -> {
            if (!now.containsKey(id)) {
                pods.add(lastState.uid());
            }
        });
        return pods;
    }

    @Override
    public synchronized void close() {
        closed = true;
        if (watcher != null) {
            watcher.interrupt();
        }
    }
}
