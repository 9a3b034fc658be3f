package dev.stowage.node.run;

import dev.stowage.kube.client.ApiFailure;
import dev.stowage.kube.client.DeleteOptions;
import dev.stowage.node.Shared;
import dev.stowage.node.runtime.ContainerRuntime;
import dev.stowage.node.runtime.RunningPod;
import dev.stowage.node.spec.NodePod;
import dev.stowage.node.subpath.SubPaths;
import dev.stowage.node.volume.PodVolumes;
import java.io.IOException;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Carries out what takes time, each thing on a thread of its own, so that a pod's worker is free to hear of changes.
/// When it is done, or failed, the pod is looked at again.
final class PodHands implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(PodHands.class);

    private final Shared shared;
    private final PodVolumes volumes;
    private final SubPaths parts;
    private final ContainerRuntime runtime;
    private final Starting starting;
    private final Stopping stopping;
    private final PodFolders folders;
    private final Consumer<String> wake;
    private final Set<Thread> threads = ConcurrentHashMap.newKeySet();
    private volatile boolean closed;

    PodHands(
            Shared shared,
            PodVolumes volumes,
            SubPaths parts,
            ContainerRuntime runtime,
            Starting starting,
            Stopping stopping,
            PodFolders folders,
            Consumer<String> wake) {
        this.shared = shared;
        this.volumes = volumes;
        this.parts = parts;
        this.runtime = runtime;
        this.starting = starting;
        this.stopping = stopping;
        this.folders = folders;
        this.wake = wake;
    }

    void begin(PodCare care, PodStep.Act act) {
        Thread thread =
                Thread.ofVirtual().name("pod-" + act.getClass().getSimpleName()).unstarted(() -> run(care, act));
        if (!closed && care.begin(act, thread)) {
            threads.add(thread);
            thread.start();
        }
    }

    private void run(PodCare care, PodStep.Act act) {
        try {
            perform(care, act);
            care.clearTrouble(key(act));
        } catch (InterruptedException e) {
            log.debug("Pod {}: {} is given up.", care.pod().shown(), act);
        } catch (IOException | RuntimeException e) {
            String why = Optional.ofNullable(e.getMessage()).orElseGet(e::toString);
            log.info("Pod {}: {} failed, and is tried again: {}", care.pod().shown(), act, why, unexpected(e));
            String reason = e instanceof ActTrouble known
                    ? known.reason()
                    : act instanceof PodStep.Start
                            ? "RunContainerError"
                            : act.getClass().getSimpleName();
            care.trouble(key(act), reason, why, shared.clock().instant());
        } finally {
            care.end(act);
            threads.remove(Thread.currentThread());
            wake.accept(care.uid());
        }
    }

    private static @Nullable Throwable unexpected(Exception e) {
        return e instanceof RuntimeException ? e : null;
    }

    private static String key(PodStep.Act act) {
        return switch (act) {
            case PodStep.Prepare _ -> Memory.POD;
            case PodStep.Start start -> start.container();
            case PodStep.Stop stop -> stop.id();
            case PodStep.RemoveContainer remove -> remove.id();
            case PodStep.RemovePod _ -> Memory.REMOVAL;
            case PodStep.ReleaseVolumes _ -> Memory.VOLUMES;
            case PodStep.TellGone _ -> Memory.WORD;
        };
    }

    private void perform(PodCare care, PodStep.Act act) throws IOException, InterruptedException {
        switch (act) {
            case PodStep.Prepare _ -> starting.prepare(care);
            case PodStep.Start start -> starting.start(care, start);
            case PodStep.Stop stop -> stopping.stop(care, stop);
            case PodStep.RemoveContainer remove -> runtime.remove(remove.id());
            case PodStep.RemovePod _ -> removePod(care);
            case PodStep.ReleaseVolumes _ -> {
                // A part of a volume is mounted from it, and keeps it.
                parts.release(care.uid());
                volumes.release(care.uid());
                care.release();
            }
            case PodStep.TellGone _ -> {
                leave(care.pod());
                care.leave();
            }
        }
    }

    private void removePod(PodCare care) throws IOException, InterruptedException {
        RunningPod place = care.place();
        if (place != null) {
            runtime.removePod(place);
        }
    }

    private void leave(NodePod pod) throws ApiFailure, InterruptedException {
        folders.remove(pod);
        try {
            shared.informers().of(NodePod.KIND).delete(pod, DeleteOptions.defaults().within(0));
        } catch (ApiFailure e) {
            // Another has its name by now.
            if (!e.isConflict()) {
                throw e;
            }
        }
    }

    /// Nobody knows the pod any more.
    void forget(PodCare care) {
        folders.remove(care.pod());
    }

    /// Containers go on without us.
    @Override
    public void close() {
        closed = true;
        threads.forEach(Thread::interrupt);
    }
}
