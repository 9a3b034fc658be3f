package dev.stowage.interop.chart;

import dev.stowage.interop.process.ProcessResult;
import dev.stowage.interop.process.ProcessRunner;
import dev.stowage.interop.reference.ReferenceProgram;
import dev.stowage.interop.suite.SuiteWorkspace;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

/// helm without the user's settings, cache and plug-ins.
///
/// @param kubeconfig of the cluster that it works on; need not exist for commands without a cluster
public record Helm(String program, Path kubeconfig, Path scratch) {

    private static final Duration PATIENCE = Duration.ofMinutes(6);

    /// @param workspace with helm among its programs
    public static Helm of(SuiteWorkspace workspace, Path kubeconfig) throws IOException {
        return new Helm(workspace.programs().path(ReferenceProgram.HELM), kubeconfig, workspace.directory("helm"));
    }

    public ProcessResult run(String... arguments) throws IOException, InterruptedException {
        return ProcessRunner.run(
                PATIENCE,
                Stream.of(Stream.of("env"), environment().stream(), Stream.of(program), Stream.of(arguments))
                        .flatMap(each -> each)
                        .toList());
    }

    /// Standard output of a success.
    public String output(String... arguments) throws IOException, InterruptedException {
        return run(arguments).orThrow();
    }

    private List<String> environment() {
        return List.of(
                "KUBECONFIG=" + kubeconfig,
                "HELM_CACHE_HOME=" + scratch.resolve("cache"),
                "HELM_CONFIG_HOME=" + scratch.resolve("config"),
                "HELM_DATA_HOME=" + scratch.resolve("data"));
    }
}
