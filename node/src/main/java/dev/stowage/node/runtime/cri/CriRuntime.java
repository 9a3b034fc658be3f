package dev.stowage.node.runtime.cri;

import dev.stowage.node.runtime.CommandResult;
import dev.stowage.node.runtime.ContainerPlan;
import dev.stowage.node.runtime.ContainerRuntime;
import dev.stowage.node.runtime.ExecRequest;
import dev.stowage.node.runtime.ExecSession;
import dev.stowage.node.runtime.PodPlan;
import dev.stowage.node.runtime.RunningPod;
import dev.stowage.node.runtime.cri.v1.AttachRequest;
import dev.stowage.node.runtime.cri.v1.ExecSyncRequest;
import dev.stowage.node.runtime.cri.v1.ExecSyncResponse;
import dev.stowage.node.runtime.cri.v1.RemoveContainerRequest;
import dev.stowage.node.runtime.cri.v1.StopContainerRequest;
import dev.stowage.node.runtime.cri.v1.VersionRequest;
import dev.stowage.node.runtime.cri.v1.VersionResponse;
import io.grpc.Status;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/// Containers by a runtime's socket, over CRI version 1. Streams are served by the runtime itself.
///
/// What happens is heard as events from runtimes that have them. containerd before 1.7 has none: it is asked for its
/// lists every second while something runs in it.
public final class CriRuntime implements ContainerRuntime {
    private static final Duration SLACK = Duration.ofSeconds(10);
    private static final int MOST_OUTPUT = 10 << 10;

    private final CriCalls calls;
    private final Images images;
    private final Inventory inventory;
    private final Happenings happenings;
    private final Launches launches;

    public CriRuntime(Path socket) {
        this.calls = new CriCalls(socket);
        this.images = new Images(calls);
        this.inventory = new Inventory(calls);
        this.happenings = new Happenings(calls, inventory);
        this.launches = new Launches(calls, images, inventory);
    }

    @Override
    public String version() throws IOException, InterruptedException {
        VersionResponse version = calls.call(stub -> stub.version(VersionRequest.getDefaultInstance()));
        return version.getRuntimeName() + "://" + version.getRuntimeVersion();
    }

    @Override
    public List<RunningPod> pods() throws IOException, InterruptedException {
        return inventory.pods();
    }

    @Override
    public Optional<RunningPod> pod(String uid) throws IOException, InterruptedException {
        return inventory.pod(uid);
    }

    @Override
    public void listen(Consumer<String> listener) {
        happenings.listen(listener);
    }

    @Override
    public RunningPod prepare(PodPlan plan) throws IOException, InterruptedException {
        RunningPod pod = launches.prepare(plan);
        happenings.expect();
        return pod;
    }

    @Override
    public String pull(String image, String policy) throws IOException, InterruptedException {
        return images.ensure(image, policy);
    }

    @Override
    public String start(ContainerPlan plan) throws IOException, InterruptedException {
        String id = launches.start(plan);
        happenings.expect();
        return id;
    }

    @Override
    public void stop(String containerId, Duration grace) throws IOException, InterruptedException {
        unlessGone(() -> calls.call(
                grace.plus(CriCalls.USUAL),
                stub -> stub.stopContainer(StopContainerRequest.newBuilder()
                        .setContainerId(containerId)
                        .setTimeout(grace.toSeconds())
                        .build())));
        happenings.expect();
    }

    @Override
    public void remove(String containerId) throws IOException, InterruptedException {
        unlessGone(() -> calls.call(stub -> stub.removeContainer(
                RemoveContainerRequest.newBuilder().setContainerId(containerId).build())));
    }

    @Override
    public void removePod(RunningPod pod) throws IOException, InterruptedException {
        launches.remove(pod.uid());
        happenings.expect();
    }

    @FunctionalInterface
    private interface Ending {
        Object run() throws IOException, InterruptedException;
    }

    private static void unlessGone(Ending ending) throws IOException, InterruptedException {
        try {
            var _ = ending.run();
        } catch (CriCalls.Failure e) {
            if (!e.is(Status.Code.NOT_FOUND)) {
                throw e;
            }
        }
    }

    @Override
    public CommandResult execute(String containerId, List<String> command, Duration timeout)
            throws IOException, InterruptedException {
        ExecSyncResponse answer = calls.call(
                timeout.plus(SLACK),
                stub -> stub.execSync(ExecSyncRequest.newBuilder()
                        .setContainerId(containerId)
                        .addAllCmd(command)
                        .setTimeout(Math.max(1, timeout.toSeconds()))
                        .build()));
        String output = answer.getStdout().concat(answer.getStderr()).toStringUtf8();
        return new CommandResult(
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
        return new ExecSession.Elsewhere(URI.create(url));
    }

    /// Containers go on.
    @Override
    public void close() {
        happenings.close();
        calls.close();
    }
}
