package dev.stowage.interop.suite;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/// Runs scenarios that share a fixture. Scenarios mostly wait, so several run at once.
///
/// @param workspace receives the progress reports
public record ScenarioRunner(SuiteWorkspace workspace) {

    /// One run of a scenario.
    public interface RunnableScenario {
        /// The name in the report.
        String name();

        void run() throws Exception;

        /// Called in any case, also after a failure.
        void clean() throws IOException, InterruptedException;
    }

    public List<CheckResult> all(List<? extends RunnableScenario> scenarios, int atOnce) throws InterruptedException {
        List<CheckResult> results = new ArrayList<>();
        try (ExecutorService threads = Executors.newFixedThreadPool(atOnce)) {
            List<Future<CheckResult>> all = new ArrayList<>();
            for (RunnableScenario scenario : scenarios) {
                all.add(threads.submit((Callable<CheckResult>) () -> one(scenario)));
            }
            try {
                for (Future<CheckResult> one : all) {
                    results.add(one.get());
                }
            } catch (ExecutionException e) {
                throw new IllegalStateException(e.getCause());
            } catch (InterruptedException e) {
                threads.shutdownNow();
                throw e;
            }
        }
        return results;
    }

    private CheckResult one(RunnableScenario scenario) throws InterruptedException {
        long begun = System.nanoTime();
        CheckResult outcome = CheckResult.passed(scenario.name());
        try {
            scenario.run();
        } catch (InterruptedException e) {
            throw e;
        } catch (Exception | AssertionError e) {
            outcome = CheckResult.failed(scenario.name(), e.toString());
        }
        workspace.report(
                "%s %s, %.1f s".formatted(outcome.status(), scenario.name(), (System.nanoTime() - begun) / 1e9));
        if (outcome.status() == CheckResult.CheckStatus.FAILED) {
            workspace.report(outcome.reason());
        }
        try {
            scenario.clean();
            return outcome;
        } catch (IOException e) {
            return CheckResult.failed(scenario.name(), outcome.reason() + " cleaning up: " + e.getMessage());
        }
    }
}
