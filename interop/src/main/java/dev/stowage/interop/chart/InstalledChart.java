package dev.stowage.interop.chart;

import dev.stowage.interop.cluster.ControlPlane;
import dev.stowage.interop.cluster.HostFolder;
import dev.stowage.interop.cluster.Kubectl;
import dev.stowage.interop.cluster.RealNode;
import dev.stowage.interop.process.LoopDevices;
import dev.stowage.interop.process.ProcessRunner;
import dev.stowage.interop.process.StowageProgram;
import dev.stowage.interop.process.UninterruptedCleanup;
import dev.stowage.interop.suite.SourceRepository;
import dev.stowage.interop.suite.SuiteWorkspace;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/// The chart of this repository on a cluster, until it is closed.
public final class InstalledChart implements AutoCloseable {

    private static final Duration BUILD = Duration.ofMinutes(10);

    private static final String OURS = "--selector=app.kubernetes.io/instance=stowage";

    private final Kubectl kubectl;
    private final HelmChart helmChart;
    private final Path values;
    private final Path logs;

    private InstalledChart(Kubectl kubectl, HelmChart helmChart, Path values, Path logs) {
        this.kubectl = kubectl;
        this.helmChart = helmChart;
        this.values = values;
        this.logs = logs;
    }

    /// Where the chart keeps volumes by default. What is left there is removed with the workspace.
    public static Path folder(SuiteWorkspace workspace) throws IOException, InterruptedException {
        Path data = workspace.own(HostFolder.make(Path.of("/var/lib/stowage"))).path();
        workspace.own((AutoCloseable) () -> UninterruptedCleanup.run(() -> LoopDevices.freeOver(data)));
        return data;
    }

    /// Builds the images and loads them into a node.
    public static void load(SuiteWorkspace workspace, RealNode node) throws IOException, InterruptedException {
        Path archive = workspace.directory().resolve("stowage.tar");
        ProcessRunner.run(BUILD, StowageProgram.launched(List.of("image", "--output=" + archive)))
                .orThrow();
        node.load(archive);
        Files.delete(archive);
    }

    /// Returns when all components report that they are ready.
    ///
    /// @param more values, as YAML
    public static InstalledChart on(SuiteWorkspace workspace, ControlPlane plane, String more)
            throws IOException, InterruptedException {
        Path scratch = workspace.directory("chart");
        HelmChart helmChart = new HelmChart(Helm.of(workspace, plane.kubeconfig()), SourceRepository.home(), scratch);
        Path network = Files.writeString(scratch.resolve("network.yaml"), HostNetworkValues.values(plane));
        Path values = Files.writeString(scratch.resolve("more.yaml"), more);
        plane.kubectl().apply("""
                apiVersion: v1
                kind: Namespace
                metadata:
                  name: %s
                  labels: {pod-security.kubernetes.io/enforce: privileged}
                """.formatted(HelmChart.NAMESPACE));
        InstalledChart installedChart = new InstalledChart(plane.kubectl(), helmChart, network, workspace.logs());
        try {
            installedChart.release("install", "--values=" + values);
        } catch (IOException | InterruptedException e) {
            installedChart.close();
            throw e;
        }
        return installedChart;
    }

    /// Upgrades the release; returns when the new version is ready.
    void upgrade(String... flags) throws IOException, InterruptedException {
        List<String> all = new ArrayList<>(List.of("--reuse-values"));
        all.addAll(List.of(flags));
        release("upgrade", all.toArray(String[]::new));
    }

    private void release(String verb, String... flags) throws IOException, InterruptedException {
        List<String> all = new ArrayList<>(List.of(
                verb,
                "stowage",
                helmChart.folder().toString(),
                "--namespace=" + HelmChart.NAMESPACE,
                "--values=" + values,
                "--wait",
                "--timeout=5m"));
        all.addAll(List.of(flags));
        helmChart.helm().output(all.toArray(String[]::new));
    }

    @Override
    public void close() throws IOException {
        UninterruptedCleanup.run(() -> {
            keepLogs();
            helmChart
                    .helm()
                    .run("uninstall", "stowage", "--namespace=" + HelmChart.NAMESPACE, "--no-hooks", "--timeout=2m");
            // helm does not wait for objects that controllers delete.
            kubectl.run("wait", "pods", OURS, "--namespace=" + HelmChart.NAMESPACE, "--for=delete", "--timeout=120s");
        });
    }

    /// Otherwise the logs of the pods are deleted with them.
    private void keepLogs() throws IOException, InterruptedException {
        String said = kubectl.run("logs", "--namespace=" + HelmChart.NAMESPACE, OURS, "--prefix", "--tail=-1")
                .out();
        Files.writeString(Files.createTempFile(logs, "chart-", ".log"), said);
    }
}
