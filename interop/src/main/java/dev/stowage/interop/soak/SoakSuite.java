package dev.stowage.interop.soak;

import dev.stowage.interop.reference.ReferenceProgram;
import dev.stowage.interop.suite.CheckResult;
import dev.stowage.interop.suite.Suite;
import dev.stowage.interop.suite.SuiteChecks;
import dev.stowage.interop.suite.SuiteWorkspace;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// A short soak test: all counts must return to their initial values.
public final class SoakSuite implements Suite {
    private static final Duration LENGTH = Duration.ofSeconds(30);

    /// The allowed growth between start and end. A leak per claim would show up thirty times; idle connections
    /// and threads are only a few.
    private static final Map<SoakMetric, Integer> SPARE = Map.of(
            SoakMetric.DESCRIPTORS, 12,
            SoakMetric.MOUNTS, 0,
            SoakMetric.LOOP_DEVICES, 0,
            SoakMetric.PROCESSES, 0,
            SoakMetric.THREADS, 12,
            SoakMetric.FILES, 12,
            SoakMetric.OBJECTS, 0);

    @Override
    public String name() {
        return "soak";
    }

    @Override
    public String summary() {
        return "Creates and deletes claims and pods on ./stowage up: no descriptor, mount, device, file or object leaks.";
    }

    @Override
    public Duration budget() {
        return Duration.ofMinutes(12);
    }

    @Override
    public Set<ReferenceProgram> programs() {
        return Set.of(ReferenceProgram.KUBECTL);
    }

    @Override
    public List<CheckResult> run(SuiteWorkspace workspace) throws Exception {
        if (!"root".equals(System.getProperty("user.name"))) {
            return List.of(CheckResult.skipped(name(), "mounting volumes needs root"));
        }
        SoakScenario.SoakResult outcome = new SoakScenario(LENGTH, Duration.ofSeconds(5)).run(workspace);
        workspace.report(outcome.made() + " claims and pods created and deleted, " + outcome.late() + " late");
        SuiteChecks checks = new SuiteChecks();
        for (SoakMetric soakMetric : SoakMetric.values()) {
            Integer spare = SPARE.get(soakMetric);
            if (spare != null) {
                checks.holds(
                        soakMetric.title() + " return to the start value",
                        () -> requireBack(soakMetric, outcome, spare));
            }
        }
        checks.leavesNothing(workspace.directory("soak"), "");
        return checks.results();
    }

    private static void requireBack(SoakMetric soakMetric, SoakScenario.SoakResult outcome, int spare)
            throws IOException {
        double before = outcome.start().value(soakMetric);
        double after = outcome.end().value(soakMetric);
        if (after > before + spare) {
            throw new IOException("%s: %.0f before %d claims and pods, %.0f after their deletion; the limit is %d more"
                    .formatted(soakMetric.title(), before, outcome.made(), after, spare));
        }
    }
}
