package dev.stowage.interop.chart;

import dev.stowage.interop.cluster.ControlPlane;
import dev.stowage.interop.cluster.HostFolder;
import dev.stowage.interop.cluster.Kubectl;
import dev.stowage.interop.cluster.RealNode;
import dev.stowage.interop.program.LoopDevices;
import dev.stowage.interop.program.Program;
import dev.stowage.interop.program.StowageProgram;
import dev.stowage.interop.program.Uninterrupted;
import dev.stowage.interop.suite.Bench;
import dev.stowage.interop.suite.Repository;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/// The chart of this repository on a cluster, until it is closed.
public final class Installed implements AutoCloseable {

    private static final Duration BUILD = Duration.ofMinutes(10);

    private static final String OURS = "--selector=app.kubernetes.io/instance=stowage";

    private final Kubectl kubectl;
    private final Chart chart;
    private final Path values;
    private final Path logs;

    private Installed(Kubectl kubectl, Chart chart, Path values, Path logs) {
        this.kubectl = kubectl;
        this.chart = chart;
        this.values = values;
        this.logs = logs;
    }

    /// Where the chart keeps volumes unless it is told otherwise. What is left there goes with the bench.
    public static Path folder(Bench bench) throws IOException, InterruptedException {
        Path data = bench.own(HostFolder.make(Path.of("/var/lib/stowage"))).path();
        bench.own((AutoCloseable) () -> Uninterrupted.run(() -> LoopDevices.freeOver(data)));
        return data;
    }

    /// Builds the images and gives them to a node.
    public static void load(Bench bench, RealNode node) throws IOException, InterruptedException {
        Path archive = bench.directory().resolve("stowage.tar");
        Program.run(BUILD, StowageProgram.launched(List.of("image", "--output=" + archive)))
                .orThrow();
        node.load(archive);
        Files.delete(archive);
    }

    /// Returns when everything is ready by its own word.
    ///
    /// @param more values, as YAML
    public static Installed on(Bench bench, ControlPlane plane, String more) throws IOException, InterruptedException {
        Path scratch = bench.directory("chart");
        Chart chart = new Chart(Helm.of(bench, plane.kubeconfig()), Repository.home(), scratch);
        Path network = Files.writeString(scratch.resolve("network.yaml"), NodeNetwork.values(plane));
        Path values = Files.writeString(scratch.resolve("more.yaml"), more);
        plane.kubectl().apply("""
                apiVersion: v1
                kind: Namespace
                metadata:
                  name: %s
                  labels: {pod-security.kubernetes.io/enforce: privileged}
                """.formatted(Chart.NAMESPACE));
        Installed installed = new Installed(plane.kubectl(), chart, network, bench.logs());
        try {
            installed.release("install", "--values=" + values);
        } catch (IOException | InterruptedException e) {
            installed.close();
            throw e;
        }
        return installed;
    }

    /// Puts the next version in the place of this one; returns when it is there.
    void upgrade(String... flags) throws IOException, InterruptedException {
        List<String> all = new ArrayList<>(List.of("--reuse-values"));
        all.addAll(List.of(flags));
        release("upgrade", all.toArray(String[]::new));
    }

    private void release(String verb, String... flags) throws IOException, InterruptedException {
        List<String> all = new ArrayList<>(List.of(
                verb,
                "stowage",
                chart.folder().toString(),
                "--namespace=" + Chart.NAMESPACE,
                "--values=" + values,
                "--wait",
                "--timeout=5m"));
        all.addAll(List.of(flags));
        chart.helm().ask(all.toArray(String[]::new));
    }

    @Override
    public void close() throws IOException {
        Uninterrupted.run(() -> {
            keepLogs();
            chart.helm().run("uninstall", "stowage", "--namespace=" + Chart.NAMESPACE, "--no-hooks", "--timeout=2m");
            // helm does not wait for what others delete.
            kubectl.run("wait", "pods", OURS, "--namespace=" + Chart.NAMESPACE, "--for=delete", "--timeout=120s");
        });
    }

    /// What the pods said goes with them otherwise.
    private void keepLogs() throws IOException, InterruptedException {
        String said = kubectl.run("logs", "--namespace=" + Chart.NAMESPACE, OURS, "--prefix", "--tail=-1")
                .out();
        Files.writeString(Files.createTempFile(logs, "chart-", ".log"), said);
    }
}
