package dev.stowage.interop.driver;

import dev.stowage.interop.process.MountPoints;
import dev.stowage.interop.reference.DebianPackage;
import dev.stowage.interop.reference.ReferenceProgram;
import dev.stowage.interop.suite.CheckResult;
import dev.stowage.interop.suite.Suite;
import dev.stowage.interop.suite.SuiteChecks;
import dev.stowage.interop.suite.SuiteWorkspace;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.logging.Level;
import java.util.logging.Logger;

/// Kills a driver with SIGKILL after and during every call of a volume's lifecycle, and restarts it: the repeated
/// call must succeed, the data must still be there, and in the end nothing may be left.
public final class CrashSuite implements Suite {

    /// How long after the call was sent the driver is killed.
    private static final List<Integer> MOMENTS_MILLIS = List.of(1, 5, 20, 60);

    private static final List<Integer> QUICK_MOMENTS_MILLIS = List.of(5);

    private static final Logger CALLS = Logger.getLogger("dev.stowage.csi");

    @Override
    public String name() {
        return "crash";
    }

    @Override
    public String summary() {
        return "After a kill between or during calls, repeating the calls completes them, and no data is lost.";
    }

    @Override
    public Duration budget() {
        return Duration.ofMinutes(20);
    }

    @Override
    public Set<ReferenceProgram> programs() {
        return Set.of();
    }

    @Override
    public Set<DebianPackage> packages() {
        return Set.of(DebianPackage.E2FSPROGS, DebianPackage.XFSPROGS);
    }

    @Override
    public List<CheckResult> run(SuiteWorkspace workspace) throws IOException, InterruptedException {
        if (!"root".equals(System.getProperty("user.name"))) {
            return List.of(CheckResult.skipped(name(), "drivers need root to mount"));
        }
        Level before = CALLS.getLevel();
        CALLS.setLevel(Level.OFF); // expected failures are not logged
        try {
            SuiteChecks checks = new SuiteChecks();
            for (TestedDriver tested : TestedDriver.KILLED) {
                torment(workspace, tested, checks);
            }
            return checks.results();
        } finally {
            CALLS.setLevel(before);
        }
    }

    private static void torment(SuiteWorkspace workspace, TestedDriver tested, SuiteChecks checks)
            throws IOException, InterruptedException {
        DriverProcess driver = DriverProcess.start(workspace, tested);
        CrashTrials crashTrials = new CrashTrials(driver);
        List<Path> empty = crashTrials.runUndisturbed();
        List<Path> mounts = MountPoints.beneath(driver.home()); // a pool in a file stays mounted
        for (LifecycleOperation lifecycleOperation : crashTrials.steps()) {
            String call =
                    tested.name() + ": killed %s " + lifecycleOperation.name().toLowerCase(Locale.ROOT);
            checks.holds(call.formatted("after"), () -> {
                crashTrials.runKilledAfter(lifecycleOperation);
                requireEmpty(driver, empty, mounts);
            });
            for (int millis : workspace.quick() ? QUICK_MOMENTS_MILLIS : MOMENTS_MILLIS) {
                checks.holds(call.formatted(millis + " ms into"), () -> {
                    crashTrials.runKilledDuring(lifecycleOperation, millis);
                    requireEmpty(driver, empty, mounts);
                });
            }
        }
        workspace.report("%s was killed %d times, %d times during a call"
                .formatted(tested.name(), crashTrials.kills(), crashTrials.hits()));
    }

    private static void requireEmpty(DriverProcess driver, List<Path> empty, List<Path> mounts) throws IOException {
        List<String> left = new ArrayList<>();
        MountPoints.beneath(driver.home()).stream()
                .filter(point -> !mounts.contains(point))
                .forEach(point -> left.add("mount " + point));
        CrashTrials.contents(driver.data()).stream()
                .filter(path -> !empty.contains(path))
                .forEach(path -> left.add("file " + path));
        if (!left.isEmpty()) {
            throw new IOException("left over: " + left);
        }
    }
}
