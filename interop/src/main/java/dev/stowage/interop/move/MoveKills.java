package dev.stowage.interop.move;

import dev.stowage.interop.cluster.Kubectl;
import dev.stowage.interop.process.Await;
import dev.stowage.interop.up.UpCommands;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/// Moves volumes around, and kills with SIGKILL at random moments: the driver of the source, that of the target, or
/// `stowage up`, which is everything else: movers, controllers, API server.
final class MoveKills {
    private static final Duration LONGEST = Duration.ofMinutes(5);
    private static final int LATEST_MILLIS = 4_000;
    private static final List<String> NODES = List.of("node-1", "node-2", "node-3");

    private final UpCommands up;
    private final List<MovedWriter> writers;
    private final Consumer<String> progress;
    private final Random random = new Random(20);
    private int kills;

    MoveKills(UpCommands up, List<MovedWriter> writers, Consumer<String> progress) {
        this.up = up;
        this.writers = writers;
        this.progress = progress;
    }

    void run(int most) throws IOException, InterruptedException {
        forgetMoves();
        String source = "node-3";
        while (kills < most) {
            String target = NODES.get((NODES.indexOf(source) + 1 + random.nextInt(2)) % NODES.size());
            round(source, target, most);
            source = target;
            progress.accept("%d of %d kills, all volumes are whole".formatted(kills, most));
        }
    }

    /// All volumes move, and something is killed until they have arrived.
    private void round(String source, String target, int most) throws IOException, InterruptedException {
        List<String> handles = handles();
        for (MovedWriter writer : writers) {
            up.output("move", "--data=" + up.data(), "pvc/" + writer.claim(), "--to=" + target, "--no-wait");
        }
        do {
            TimeUnit.MILLISECONDS.sleep(random.nextInt(LATEST_MILLIS));
            killSomething(source, target);
        } while (kills < most && !haveEnded());
        Await.until("the end of all moves to " + target, LONGEST, List.of(), this::haveEnded);
        String phases = phases();
        MoveSuite.require(phases.matches("(Succeeded ?)+"), "the moves are " + phases);
        for (MovedWriter writer : writers) {
            writer.requireWholeOn(target);
        }
        for (String handle : handles) {
            MoveSuite.requireNoTrace(up, source, handle);
        }
        forgetMoves();
    }

    /// Those that have ended, so that only the moves of one round are seen.
    private void forgetMoves() throws IOException, InterruptedException {
        kubectl().output("delete", "volumemoves", "--all", "--timeout=120s");
    }

    private List<String> handles() throws IOException, InterruptedException {
        List<String> handles = new ArrayList<>();
        for (MovedWriter writer : writers) {
            handles.add(MoveSuite.handle(up, writer));
        }
        return handles;
    }

    private void killSomething(String source, String target) throws IOException, InterruptedException {
        kills++;
        switch (random.nextInt(3)) {
            case 0 -> killDriver(source);
            case 1 -> killDriver(target);
            default -> {
                up.kill();
                up.detach("--drivers-apart");
            }
        }
    }

    private void killDriver(String node) {
        Path data = up.data().resolve("drivers").resolve(node);
        for (ProcessHandle process : ProcessHandle.allProcesses().toList()) {
            Path line = Path.of("/proc", Long.toString(process.pid()), "cmdline");
            if (isDriver(line, data)) {
                process.destroyForcibly();
            }
        }
    }

    private static boolean isDriver(Path line, Path data) {
        try {
            return List.of(Files.readString(line).split("\0")).contains("--data=" + data.resolve("local.stowage.dev"));
        } catch (IOException e) {
            return false; // it has ended
        }
    }

    private boolean haveEnded() throws IOException, InterruptedException {
        return List.of(phases().split(" ")).stream()
                .allMatch(phase -> List.of("Succeeded", "Failed", "Cancelled").contains(phase));
    }

    private String phases() throws IOException, InterruptedException {
        return kubectl().output("get", "volumemoves", "-o", "jsonpath={.items[*].status.phase}");
    }

    private Kubectl kubectl() throws IOException {
        return up.kubectl("kills");
    }
}
