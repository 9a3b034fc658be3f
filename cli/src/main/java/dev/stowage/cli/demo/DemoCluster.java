package dev.stowage.cli.demo;

import static java.util.Objects.requireNonNull;

import dev.stowage.cli.up.DriverIsolation;
import dev.stowage.cli.up.UpOptions;
import dev.stowage.cli.up.UpProgram;
import dev.stowage.kube.manager.Environment;
import dev.stowage.kube.manager.RunningComponent;
import dev.stowage.linux.file.Directories;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;

/// A cluster in its own directory, and what the steps need of it.
final class DemoCluster implements AutoCloseable {
    private static final int NODES = 3;

    private final UpOptions options;
    private final Environment processEnvironment;
    private final Deque<Runnable> open = new ArrayDeque<>();
    private final AtomicReference<Optional<String>> failed = new AtomicReference<>(Optional.empty());
    private Optional<DemoObjects> scene = Optional.empty();

    private DemoCluster(UpOptions options, Environment processEnvironment) {
        this.options = options;
        this.processEnvironment = processEnvironment;
    }

    /// Creates the directory, but starts nothing.
    static DemoCluster in(int verbosity, Environment processEnvironment) throws IOException {
        // Below /tmp, not TMPDIR: it contains sockets, whose paths must be short.
        Path folder =
                Files.createTempDirectory(Path.of("/tmp"), "stowage-demo-").toRealPath();
        return new DemoCluster(
                new UpOptions(NODES, folder, 0, verbosity).with(DriverIsolation.ONE), quiet(processEnvironment));
    }

    /// Disables the output of the components: only the demo itself prints.
    private static Environment quiet(Environment processEnvironment) {
        return new Environment(
                processEnvironment.environment(),
                processEnvironment.host(),
                processEnvironment.version(),
                new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8),
                processEnvironment.logs(),
                processEnvironment.terminationLog());
    }

    /// Starts everything.
    String open() throws IOException, InterruptedException {
        RunningComponent up = UpProgram.open(options, processEnvironment, why -> failed.set(Optional.of(why)));
        open.push(up::close);
        DemoObjects opened = DemoObjects.of(options.kubeconfig());
        open.push(opened::close);
        scene = Optional.of(opened);
        return options.data().toString();
    }

    DemoObjects demoObjects() throws ExpectationFailure {
        if (failed.get().isPresent()) {
            throw new ExpectationFailure("a working cluster", failed.get().get());
        }
        return scene.orElseThrow(() -> new IllegalStateException("the cluster is not running"));
    }

    DemoPods demoPods() throws ExpectationFailure {
        return new DemoPods(demoObjects());
    }

    Path kubeconfig() {
        return options.kubeconfig();
    }

    HostLeftovers hostLeftovers() {
        return new HostLeftovers(options.data());
    }

    /// Ends everything. Harmless to repeat.
    @Override
    public void close() {
        while (!open.isEmpty()) {
            open.pop().run();
        }
    }

    /// Only when nothing is mounted there: a volume's files are not for us to remove.
    void removeFolder() throws IOException {
        List<String> traces = hostLeftovers().all();
        if (!traces.isEmpty()) {
            throw new IOException(
                    options.data() + " is not deleted, because these still exist: " + String.join(", ", traces));
        }
        Path folder = options.data();
        Directories.removeTree(
                requireNonNull(folder.getParent()), folder.getFileName().toString());
    }
}
