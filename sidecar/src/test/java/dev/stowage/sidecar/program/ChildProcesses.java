package dev.stowage.sidecar.program;

import dev.stowage.driver.LocalProgram;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/// Separate JVMs, so that they can receive signals.
final class ChildProcesses implements AutoCloseable {

    private final Path folder;
    private final List<Process> started = new ArrayList<>();

    ChildProcesses(Path folder) {
        this.folder = folder;
    }

    Process driver(Path socket) throws IOException {
        return start(
                Driver.class,
                List.of(
                        "--endpoint=unix://" + socket,
                        "--node-id=node-1",
                        "--backend=directory",
                        "--data=" + folder.resolve("driver")));
    }

    Process sidecar(List<String> args) throws IOException {
        return start(Sidecar.class, args);
    }

    private Process start(Class<?> main, List<String> args) throws IOException {
        List<String> line = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "--enable-native-access=ALL-UNNAMED",
                "--sun-misc-unsafe-memory-access=allow",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                main.getName()));
        line.addAll(args);
        Process child = new ProcessBuilder(line)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(
                        folder.resolve(main.getSimpleName() + ".log").toFile()))
                .start();
        started.add(child);
        return child;
    }

    @Override
    public void close() {
        for (Process child : started) {
            child.destroyForcibly();
            try {
                child.waitFor(60, TimeUnit.SECONDS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /// The local driver as a program.
    static final class Driver {
        private Driver() {}

        public static void main(String[] args) throws IOException {
            System.exit(LocalProgram.run(List.of(args)));
        }
    }

    /// The sidecar as a program.
    static final class Sidecar {
        private Sidecar() {}

        public static void main(String[] args) throws IOException, InterruptedException {
            System.exit(SidecarProgram.run(List.of(args), EmptyEnvironment.environment()));
        }
    }
}
