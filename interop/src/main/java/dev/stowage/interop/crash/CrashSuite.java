package dev.stowage.interop.crash;

import dev.stowage.interop.driver.DriverProcess;
import dev.stowage.interop.driver.TestedDriver;
import dev.stowage.interop.judge.DebianPackage;
import dev.stowage.interop.judge.Judge;
import dev.stowage.interop.program.Mounts;
import dev.stowage.interop.suite.Bench;
import dev.stowage.interop.suite.Outcome;
import dev.stowage.interop.suite.Questions;
import dev.stowage.interop.suite.Suite;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.logging.Level;
import java.util.logging.Logger;

/// Kills a driver with SIGKILL after every call of a volume's life, and during it, and starts it again: the repeat of
/// the call must succeed, the data must still be there, and in the end nothing may be left.
public final class CrashSuite implements Suite {

    /// How long after the call was sent the driver dies.
    private static final List<Integer> MOMENTS_MILLIS = List.of(1, 5, 20, 60);

    private static final List<Integer> QUICK_MOMENTS_MILLIS = List.of(5);

    private static final Logger CALLS = Logger.getLogger("dev.stowage.csi");

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
        return Duration.ofMinutes(20);
    }

    @Override
    public Set<Judge> judges() {
        return Set.of();
    }

    @Override
    public Set<DebianPackage> packages() {
        return Set.of(DebianPackage.E2FSPROGS, DebianPackage.XFSPROGS);
    }

    @Override
    public List<Outcome> run(Bench bench) throws IOException, InterruptedException {
        if (!"root".equals(System.getProperty("user.name"))) {
            return List.of(Outcome.skipped(name(), "drivers need root to mount"));
        }
        Level before = CALLS.getLevel();
        CALLS.setLevel(Level.OFF); // calls that are meant to fail are not worth a line
        try {
            Questions questions = new Questions();
            for (TestedDriver tested : TestedDriver.KILLED) {
                torment(bench, tested, questions);
            }
            return questions.outcomes();
        } finally {
            CALLS.setLevel(before);
        }
    }

    private static void torment(Bench bench, TestedDriver tested, Questions questions)
            throws IOException, InterruptedException {
        DriverProcess driver = DriverProcess.start(bench, tested);
        Crashes crashes = new Crashes(driver);
        List<Path> empty = crashes.liveUndisturbed();
        List<Path> mounts = Mounts.beneath(driver.home()); // a pool in a file stays mounted
        for (Step step : crashes.steps()) {
            String call = tested.name() + ": killed %s " + step.name().toLowerCase(Locale.ROOT);
            questions.holds(call.formatted("after"), () -> {
                crashes.liveKilledAfter(step);
                requireEmpty(driver, empty, mounts);
            });
            for (int millis : bench.quick() ? QUICK_MOMENTS_MILLIS : MOMENTS_MILLIS) {
                questions.holds(call.formatted(millis + " ms into"), () -> {
                    crashes.liveKilledDuring(step, millis);
                    requireEmpty(driver, empty, mounts);
                });
            }
        }
        bench.say("%s was killed %d times, %d times with a call under way"
                .formatted(tested.name(), crashes.kills(), crashes.hits()));
    }

    private static void requireEmpty(DriverProcess driver, List<Path> empty, List<Path> mounts) throws IOException {
        List<String> left = new ArrayList<>();
        Mounts.beneath(driver.home()).stream()
                .filter(point -> !mounts.contains(point))
                .forEach(point -> left.add("mount " + point));
        Crashes.contents(driver.data()).stream()
                .filter(path -> !empty.contains(path))
                .forEach(path -> left.add("file " + path));
        if (!left.isEmpty()) {
            throw new IOException("left over: " + left);
        }
    }
}
