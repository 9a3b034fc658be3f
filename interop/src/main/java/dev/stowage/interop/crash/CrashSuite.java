package dev.stowage.interop.crash;

import dev.stowage.interop.driver.DriverProcess;
import dev.stowage.interop.driver.TestedDriver;
import dev.stowage.interop.judge.Judge;
import dev.stowage.interop.program.Mounts;
import dev.stowage.interop.suite.Bench;
import dev.stowage.interop.suite.Outcome;
import dev.stowage.interop.suite.Questions;
import dev.stowage.interop.suite.Suite;
import io.grpc.StatusRuntimeException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/// Kills a driver with SIGKILL after every call of a volume's life, and during it, and starts it again: the repeat of
/// the call must succeed, the data must still be there, and in the end nothing may be left.
public final class CrashSuite implements Suite {

    /// How long after the call was sent the driver dies.
    private static final List<Integer> MOMENTS_MILLIS = List.of(0, 1, 2, 4, 8);

    @Override
    public String name() {
        return "crash";
    }

    @Override
    public String summary() {
        return "A driver killed between or during any two calls leaves nothing that their repeat cannot finish.";
    }

    @Override
    public Duration budget() {
        return Duration.ofMinutes(4);
    }

    @Override
    public Set<Judge> judges() {
        return Set.of();
    }

    @Override
    public List<Outcome> run(Bench bench) throws IOException, InterruptedException {
        if (!"root".equals(System.getProperty("user.name"))) {
            return List.of(Outcome.skipped(name(), "drivers need root to mount"));
        }
        Questions questions = new Questions();
        for (TestedDriver tested : TestedDriver.ALL) {
            DriverProcess driver = DriverProcess.start(bench, tested);
            List<Step> steps = Step.all(new VolumeLife(driver.socket(), driver.home()).stages());
            live(driver, steps, Step.CREATE, VolumeLife::take);
            List<Path> empty = contents(driver.data());
            for (Step step : steps) {
                String call = tested.name() + ": killed %s " + step.name().toLowerCase(Locale.ROOT);
                questions.holds(call.formatted("after"), () -> {
                    live(driver, steps, step, killedAfter(driver));
                    requireEmpty(driver, empty);
                });
                for (int millis : bench.quick() ? MOMENTS_MILLIS.subList(1, 2) : MOMENTS_MILLIS) {
                    questions.holds(call.formatted(millis + " ms into"), () -> {
                        live(driver, steps, step, killedDuring(driver, millis));
                        requireEmpty(driver, empty);
                    });
                }
            }
        }
        return questions.outcomes();
    }

    /// How one step is taken.
    @FunctionalInterface
    private interface Manner {
        void take(VolumeLife life, Step step) throws IOException, InterruptedException;
    }

    private static Manner killedAfter(DriverProcess driver) {
        return (life, step) -> {
            life.take(step);
            restart(driver);
            life.take(step);
        };
    }

    private static Manner killedDuring(DriverProcess driver, int millis) {
        return (life, step) -> {
            Thread call = Thread.ofVirtual().start(() -> attempt(life, step));
            TimeUnit.MILLISECONDS.sleep(millis);
            driver.kill();
            call.join();
            driver.startAgain();
            life.take(step);
        };
    }

    private static void live(DriverProcess driver, List<Step> steps, Step hit, Manner manner)
            throws IOException, InterruptedException {
        VolumeLife life = new VolumeLife(driver.socket(), driver.home());
        for (Step step : steps) {
            if (step == hit) {
                manner.take(life, step);
            } else {
                life.take(step);
            }
        }
    }

    private static void attempt(VolumeLife life, Step step) {
        try {
            life.take(step);
        } catch (StatusRuntimeException | IOException _) {
            // The driver died under it; the repeat is what counts.
        }
    }

    private static void restart(DriverProcess driver) throws IOException, InterruptedException {
        driver.kill();
        driver.startAgain();
    }

    private static void requireEmpty(DriverProcess driver, List<Path> empty) throws IOException {
        List<String> left = new ArrayList<>();
        Mounts.beneath(driver.home()).forEach(point -> left.add("mount " + point));
        contents(driver.data()).stream()
                .filter(path -> !empty.contains(path))
                .forEach(path -> left.add("file " + path));
        if (!left.isEmpty()) {
            throw new IOException("left over: " + left);
        }
    }

    private static List<Path> contents(Path directory) throws IOException {
        try (Stream<Path> all = Files.walk(directory)) {
            return all.sorted().toList();
        }
    }
}
