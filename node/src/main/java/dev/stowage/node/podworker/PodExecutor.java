package dev.stowage.node.podworker;

import dev.stowage.kube.client.ApiFailure;
import dev.stowage.kube.client.DeleteOptions;
import dev.stowage.node.context.NodeContext;
import dev.stowage.node.pod.NodePod;
import dev.stowage.node.podvolumes.PodVolumes;
import dev.stowage.node.runtime.ContainerRuntime;
import dev.stowage.node.runtime.RuntimePod;
import dev.stowage.node.subpath.SubPaths;
import java.io.IOException;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Carries out actions that take time, each in its own thread, so that the worker of the pod can react to
/// changes. When an action is done or failed, the pod is enqueued again.
final class PodExecutor implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(PodExecutor.class);

    private final NodeContext nodeContext;
    private final PodVolumes volumes;
    private final SubPaths parts;
    private final ContainerRuntime runtime;
    private final PodStarter podStarter;
    private final ContainerStopper containerStopper;
    private final PodDirectories folders;
    private final Consumer<String> enqueue;
    private final Set<Thread> threads = ConcurrentHashMap.newKeySet();
    private volatile boolean closed;

    PodExecutor(
            NodeContext nodeContext,
            PodVolumes volumes,
            SubPaths parts,
            ContainerRuntime runtime,
            PodStarter podStarter,
            ContainerStopper containerStopper,
            PodDirectories folders,
            Consumer<String> enqueue) {
        this.nodeContext = nodeContext;
        this.volumes = volumes;
        this.parts = parts;
        this.runtime = runtime;
        this.podStarter = podStarter;
        this.containerStopper = containerStopper;
        this.folders = folders;
        this.enqueue = enqueue;
    }

    void begin(ManagedPod managedPod, PodAction.Background background) {
        Thread thread = Thread.ofVirtual()
                .name("pod-" + background.getClass().getSimpleName())
                .unstarted(() -> run(managedPod, background));
        if (!closed && managedPod.begin(background, thread)) {
            threads.add(thread);
            thread.start();
        }
    }

    private void run(ManagedPod managedPod, PodAction.Background background) {
        try {
            perform(managedPod, background);
            managedPod.clearFailure(key(background));
        } catch (InterruptedException e) {
            log.debug("Pod {}: {} was canceled.", managedPod.pod().shown(), background);
        } catch (IOException | RuntimeException e) {
            String why = Optional.ofNullable(e.getMessage()).orElseGet(e::toString);
            log.info("Pod {}: {} failed; retrying: {}", managedPod.pod().shown(), background, why, unexpected(e));
            String reason = e instanceof PodActionException known
                    ? known.reason()
                    : background instanceof PodAction.StartContainer
                            ? "RunContainerError"
                            : background.getClass().getSimpleName();
            managedPod.addFailure(
                    key(background), reason, why, nodeContext.clock().instant());
        } finally {
            managedPod.end(background);
            threads.remove(Thread.currentThread());
            enqueue.accept(managedPod.uid());
        }
    }

    private static @Nullable Throwable unexpected(Exception e) {
        return e instanceof RuntimeException ? e : null;
    }

    private static String key(PodAction.Background background) {
        return switch (background) {
            case PodAction.PrepareSandbox _ -> PodMemory.POD;
            case PodAction.StartContainer startContainer -> startContainer.container();
            case PodAction.StopContainer stopContainer -> stopContainer.id();
            case PodAction.RemoveContainer remove -> remove.id();
            case PodAction.RemovePod _ -> PodMemory.REMOVAL;
            case PodAction.ReleaseVolumes _ -> PodMemory.VOLUMES;
            case PodAction.DeletePodObject _ -> PodMemory.WORD;
        };
    }

    private void perform(ManagedPod managedPod, PodAction.Background background)
            throws IOException, InterruptedException {
        switch (background) {
            case PodAction.PrepareSandbox _ -> podStarter.prepare(managedPod);
            case PodAction.StartContainer startContainer -> podStarter.start(managedPod, startContainer);
            case PodAction.StopContainer stopContainer -> containerStopper.stop(managedPod, stopContainer);
            case PodAction.RemoveContainer remove -> runtime.remove(remove.id());
            case PodAction.RemovePod _ -> removePod(managedPod);
            case PodAction.ReleaseVolumes _ -> {
                // subPath bind mounts keep the volume busy.
                parts.release(managedPod.uid());
                volumes.release(managedPod.uid());
                managedPod.markVolumesReleased();
            }
            case PodAction.DeletePodObject _ -> {
                leave(managedPod.pod());
                managedPod.markDeletionRequested();
            }
        }
    }

    private void removePod(ManagedPod managedPod) throws IOException, InterruptedException {
        RuntimePod place = managedPod.sandbox();
        if (place != null) {
            runtime.removePod(place);
        }
    }

    private void leave(NodePod pod) throws ApiFailure, InterruptedException {
        folders.remove(pod);
        try {
            nodeContext
                    .informers()
                    .of(NodePod.KIND)
                    .delete(pod, DeleteOptions.defaults().withGracePeriod(0));
        } catch (ApiFailure e) {
            // Another pod has its name by now.
            if (!e.isConflict()) {
                throw e;
            }
        }
    }

    /// Neither the API server nor the runtime has the pod any more.
    void forget(ManagedPod managedPod) {
        folders.remove(managedPod.pod());
    }

    /// Containers continue to run.
    @Override
    public void close() {
        closed = true;
        threads.forEach(Thread::interrupt);
    }
}
