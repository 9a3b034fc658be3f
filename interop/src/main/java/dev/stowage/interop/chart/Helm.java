package dev.stowage.interop.chart;

import dev.stowage.interop.judge.Judge;
import dev.stowage.interop.program.Finished;
import dev.stowage.interop.program.Program;
import dev.stowage.interop.suite.Bench;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

/// helm without anything of the user's: no settings, no cache, no plug-ins.
///
/// @param kubeconfig of the cluster that it works on; need not exist when nothing is asked of one
public record Helm(String program, Path kubeconfig, Path scratch) {

    private static final Duration PATIENCE = Duration.ofMinutes(6);

    /// @param bench with helm among its judges
    public static Helm of(Bench bench, Path kubeconfig) throws IOException {
        return new Helm(bench.judges().path(Judge.HELM), kubeconfig, bench.directory("helm"));
    }

    public Finished run(String... arguments) throws IOException, InterruptedException {
        return Program.run(
                PATIENCE,
                Stream.of(Stream.of("env"), environment().stream(), Stream.of(program), Stream.of(arguments))
                        .flatMap(each -> each)
                        .toList());
    }

    /// Standard output of a success.
    public String ask(String... arguments) throws IOException, InterruptedException {
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
