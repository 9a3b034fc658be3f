package dev.stowage.interop.suite;

import dev.stowage.interop.process.Await;
import dev.stowage.interop.process.Leftovers;
import dev.stowage.interop.process.LoopDevices;
import dev.stowage.interop.process.MountPoints;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/// Runs one check after another; a failed check does not prevent the next one.
public final class SuiteChecks {

    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private final List<CheckResult> results = new ArrayList<>();

    /// A check that passes unless it throws.
    @FunctionalInterface
    public interface Check {
        void run() throws Exception;
    }

    @FunctionalInterface
    public interface ActualValue {
        String get() throws Exception;
    }

    public void holds(String name, Check check) throws InterruptedException {
        try {
            check.run();
            results.add(CheckResult.passed(name));
        } catch (InterruptedException e) {
            throw e;
        } catch (Exception | AssertionError e) {
            results.add(CheckResult.failed(name, String.valueOf(e.getMessage())));
        }
    }

    public void equal(String name, String wanted, ActualValue actualValue) throws InterruptedException {
        holds(name, () -> {
            String given = actualValue.get();
            if (!given.equals(wanted)) {
                throw new AssertionError("wanted \"%s\", got \"%s\"".formatted(wanted, given));
            }
        });
    }

    /// For conditions that become true with a delay: a killed process needs a moment to exit, and a device that
    /// another process reads is freed later.
    public void becomes(String name, String wanted, ActualValue actualValue) throws InterruptedException {
        holds(
                name,
                () -> Await.until("\"" + wanted + "\"", PATIENCE, List.of(), () -> {
                    String given = given(actualValue);
                    if (!given.equals(wanted)) {
                        throw new IOException("wanted \"%s\", got \"%s\"".formatted(wanted, given));
                    }
                    return true;
                }));
    }

    private static String given(ActualValue actualValue) throws IOException, InterruptedException {
        try {
            return actualValue.get();
        } catch (IOException | InterruptedException | RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new IOException(e);
        }
    }

    /// Checks that no process, mount or device of the directory is left.
    ///
    /// @param when a suffix for the check names: ` after Ctrl-C`, or empty
    public void leavesNothing(Path folder, String when) throws InterruptedException {
        equal(
                "nothing is left mounted" + when,
                "[]",
                () -> MountPoints.beneath(folder).toString());
        becomes(
                "no loop device is left" + when,
                "[]",
                () -> LoopDevices.over(folder).toString());
        becomes(
                "no process is left" + when,
                "[]",
                () -> Leftovers.processes(folder).toString());
    }

    public void skip(String name, String reason) {
        results.add(CheckResult.skipped(name, reason));
    }

    public List<CheckResult> results() {
        return List.copyOf(results);
    }
}
