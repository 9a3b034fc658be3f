package dev.stowage.cli.completion;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/// The scripts that the command prints, and the shells that read them.
final class CompletionScripts {

    private CompletionScripts() {}

    /// Writes the script of a shell into its own file.
    static Path write(CompletionShell completionShell, Path folder) throws IOException {
        var out = new ByteArrayOutputStream();
        assertThat(new CompletionCommand(new PrintStream(out, true, UTF_8)).run(List.of(completionShell.word())))
                .isZero();
        return Files.writeString(folder.resolve("completion"), out.toString(UTF_8));
    }

    static void require(String program) {
        assumeTrue(
                Stream.of(System.getenv().getOrDefault("PATH", "").split(":"))
                        .anyMatch(folder -> Files.isExecutable(Path.of(folder, program))),
                program + " is not installed");
    }

    static List<String> run(String... argv) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(argv).redirectErrorStream(true).start();
        process.getOutputStream().close();
        String said = new String(process.getInputStream().readAllBytes(), UTF_8);
        assertThat(process.waitFor(1, TimeUnit.MINUTES)).isTrue();
        assertThat(process.exitValue()).as(said).isZero();
        return said.lines().toList();
    }
}
