package dev.stowage.node.runtime.cri;

import dev.stowage.node.runtime.ContainerRuntime;
import dev.stowage.node.runtime.ContainerStartSpec;
import dev.stowage.node.runtime.ExecRequest;
import dev.stowage.node.runtime.ExecResult;
import dev.stowage.node.runtime.ExecSession;
import dev.stowage.node.runtime.ImagePullListener;
import dev.stowage.node.runtime.PodSandboxSpec;
import dev.stowage.node.runtime.PortForwardTarget;
import dev.stowage.node.runtime.RuntimeFeature;
import dev.stowage.node.runtime.RuntimePod;
import dev.stowage.node.runtime.cri.v1.AttachRequest;
import dev.stowage.node.runtime.cri.v1.ContainerStatsRequest;
import dev.stowage.node.runtime.cri.v1.ExecSyncRequest;
import dev.stowage.node.runtime.cri.v1.ExecSyncResponse;
import dev.stowage.node.runtime.cri.v1.PortForwardRequest;
import dev.stowage.node.runtime.cri.v1.RemoveContainerRequest;
import dev.stowage.node.runtime.cri.v1.StopContainerRequest;
import dev.stowage.node.runtime.cri.v1.VersionRequest;
import dev.stowage.node.runtime.cri.v1.VersionResponse;
import io.grpc.Status;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/// Containers of a runtime with CRI version 1. The runtime serves streams itself.
///
/// Changes arrive as events from runtimes that have them. containerd before 1.7 has none: its containers are
/// listed every second while something runs in it.
public final class CriRuntime implements ContainerRuntime {
    private static final Duration SLACK = Duration.ofSeconds(10);
    private static final int MOST_OUTPUT = 10 << 10;

    private final CriClient calls;
    private final ImagePuller imagePuller;
    private final RuntimeCache runtimeCache;
    private final PodLifecycleEvents podLifecycleEvents;
    private final SandboxLauncher sandboxLauncher;

    public CriRuntime(Path socket) {
        this.calls = new CriClient(socket);
        this.imagePuller = new ImagePuller(calls);
        this.runtimeCache = new RuntimeCache(calls);
        this.podLifecycleEvents = new PodLifecycleEvents(calls, runtimeCache);
        this.sandboxLauncher = new SandboxLauncher(calls, imagePuller, runtimeCache);
    }

    @Override
    public String version() throws IOException, InterruptedException {
        VersionResponse version = calls.call(stub -> stub.version(VersionRequest.getDefaultInstance()));
        return version.getRuntimeName() + "://" + version.getRuntimeVersion();
    }

    /// What all supported versions of containerd can do.
    @Override
    public Set<RuntimeFeature> features() {
        return EnumSet.of(
                RuntimeFeature.HOST_NAMESPACES,
                RuntimeFeature.SHARED_PROCESS_NAMESPACE,
                RuntimeFeature.SECCOMP,
                RuntimeFeature.APP_ARMOR,
                RuntimeFeature.SE_LINUX,
                RuntimeFeature.SYSCTLS,
                RuntimeFeature.IMAGES,
                RuntimeFeature.IMAGE_VOLUMES);
    }

    @Override
    public List<RuntimePod> pods() throws IOException, InterruptedException {
        return runtimeCache.pods();
    }

    @Override
    public Optional<RuntimePod> pod(String uid) throws IOException, InterruptedException {
        return runtimeCache.pod(uid);
    }

    @Override
    public void listen(Consumer<String> listener) {
        podLifecycleEvents.listen(listener);
    }

    @Override
    public RuntimePod prepare(PodSandboxSpec spec) throws IOException, InterruptedException {
        RuntimePod pod = sandboxLauncher.prepare(spec);
        podLifecycleEvents.pollSoon();
        return pod;
    }

    @Override
    public String pull(String image, String policy, ImagePullListener listener)
            throws IOException, InterruptedException {
        return imagePuller.ensure(image, policy, listener);
    }

    @Override
    public String start(ContainerStartSpec spec) throws IOException, InterruptedException {
        String id = sandboxLauncher.start(spec);
        podLifecycleEvents.pollSoon();
        return id;
    }

    @Override
    public void stop(String containerId, Duration grace) throws IOException, InterruptedException {
        unlessGone(() -> calls.call(
                grace.plus(CriClient.USUAL),
                stub -> stub.stopContainer(StopContainerRequest.newBuilder()
                        .setContainerId(containerId)
                        .setTimeout(grace.toSeconds())
                        .build())));
        podLifecycleEvents.pollSoon();
    }

    @Override
    public void remove(String containerId) throws IOException, InterruptedException {
        unlessGone(() -> calls.call(stub -> stub.removeContainer(
                RemoveContainerRequest.newBuilder().setContainerId(containerId).build())));
    }

    @Override
    public void removePod(RuntimePod pod) throws IOException, InterruptedException {
        sandboxLauncher.remove(pod.uid());
        podLifecycleEvents.pollSoon();
    }

    @Override
    public long writableLayerBytes(String containerId) throws IOException, InterruptedException {
        try {
            return calls.call(stub -> stub.containerStats(ContainerStatsRequest.newBuilder()
                            .setContainerId(containerId)
                            .build()))
                    .getStats()
                    .getWritableLayer()
                    .getUsedBytes()
                    .getValue();
        } catch (CriClient.CriException e) {
            if (e.is(Status.Code.NOT_FOUND)) {
                return 0;
            }
            throw e;
        }
    }

    @FunctionalInterface
    private interface Removal {
        Object run() throws IOException, InterruptedException;
    }

    private static void unlessGone(Removal removal) throws IOException, InterruptedException {
        try {
            var _ = removal.run();
        } catch (CriClient.CriException e) {
            if (!e.is(Status.Code.NOT_FOUND)) {
                throw e;
            }
        }
    }

    @Override
    public ExecResult execute(String containerId, List<String> command, Duration timeout)
            throws IOException, InterruptedException {
        ExecSyncResponse answer = calls.call(
                timeout.plus(SLACK),
                stub -> stub.execSync(ExecSyncRequest.newBuilder()
                        .setContainerId(containerId)
                        .addAllCmd(command)
                        .setTimeout(Math.max(1, timeout.toSeconds()))
                        .build()));
        String output = answer.getStdout().concat(answer.getStderr()).toStringUtf8();
        return new ExecResult(
                answer.getExitCode(), output.length() > MOST_OUTPUT ? output.substring(0, MOST_OUTPUT) : output);
    }

    @Override
    public ExecSession open(ExecRequest request) throws IOException, InterruptedException {
        String url = request.command().isEmpty()
                ? calls.call(stub -> stub.attach(AttachRequest.newBuilder()
                                .setContainerId(request.containerId())
                                .setStdin(request.stdin())
                                .setStdout(request.stdout())
                                .setStderr(request.stderr())
                                .setTty(request.tty())
                                .build()))
                        .getUrl()
                : calls.call(stub -> stub.exec(dev.stowage.node.runtime.cri.v1.ExecRequest.newBuilder()
                                .setContainerId(request.containerId())
                                .addAllCmd(request.command())
                                .setStdin(request.stdin())
                                .setStdout(request.stdout())
                                .setStderr(request.stderr())
                                .setTty(request.tty())
                                .build()))
                        .getUrl();
        return new ExecSession.StreamingUrl(URI.create(url));
    }

    @Override
    public PortForwardTarget portForward(RuntimePod pod, List<Integer> ports) throws IOException, InterruptedException {
        String url = calls.call(stub -> stub.portForward(PortForwardRequest.newBuilder()
                        .setPodSandboxId(pod.id())
                        .addAllPort(ports)
                        .build()))
                .getUrl();
        return new PortForwardTarget.StreamingUrl(URI.create(url));
    }

    /// Containers continue to run.
    @Override
    public void close() {
        podLifecycleEvents.close();
        calls.close();
    }
}
