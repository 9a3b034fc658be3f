package dev.stowage.cli.demo;

import dev.stowage.cli.up.Apart;
import dev.stowage.cli.up.Up;
import dev.stowage.cli.up.UpPlan;
import dev.stowage.kube.manager.RunningComponent;
import dev.stowage.kube.manager.Environment;
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
import java.util.stream.Stream;

/// A whole cluster in a folder of its own, and all that the steps need of it.
final class Stage implements AutoCloseable {
    private static final int NODES = 3;

    private final UpPlan plan;
    private final Environment around;
    private final Deque<Runnable> open = new ArrayDeque<>();
    private final AtomicReference<Optional<String>> failed = new AtomicReference<>(Optional.empty());
    private Optional<Scene> scene = Optional.empty();

    private Stage(UpPlan plan, Environment around) {
        this.plan = plan;
        this.around = around;
    }

    /// Makes the folder and starts nothing.
    static Stage in(int verbosity, Environment around) throws IOException {
        // Below /tmp whatever TMPDIR says: sockets lie in it, and their paths must be short.
        Path folder =
                Files.createTempDirectory(Path.of("/tmp"), "stowage-demo-").toRealPath();
        return new Stage(new UpPlan(NODES, folder, 0, verbosity).with(Apart.ONE), quiet(around));
    }

    /// Only the demo speaks to its reader.
    private static Environment quiet(Environment around) {
        return new Environment(
                around.environment(),
                around.host(),
                around.version(),
                new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8),
                around.logs(),
                around.terminationLog());
    }

    /// Starts everything.
    String open() throws IOException, InterruptedException {
        RunningComponent up = Up.open(plan, around, why -> failed.set(Optional.of(why)));
        open.push(up::close);
        Scene opened = Scene.of(plan.kubeconfig());
        open.push(opened::close);
        scene = Optional.of(opened);
        return plan.data().toString();
    }

    Scene scene() throws BrokenPromise {
        if (failed.get().isPresent()) {
            throw new BrokenPromise("a cluster that works", failed.get().get());
        }
        return scene.orElseThrow(() -> new IllegalStateException("The cluster is not up."));
    }

    Pods pods() throws BrokenPromise {
        return new Pods(scene());
    }

    Path kubeconfig() {
        return plan.kubeconfig();
    }

    Traces traces() {
        return new Traces(plan.data());
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
        List<String> traces = traces().all();
        if (!traces.isEmpty()) {
            throw new IOException(plan.data() + " stays, for there is still: " + String.join(", ", traces));
        }
        if (Files.exists(plan.data())) {
            try (Stream<Path> files = Files.walk(plan.data())) {
                for (Path file : files.toList().reversed()) {
                    Files.delete(file);
                }
            }
        }
    }
}
