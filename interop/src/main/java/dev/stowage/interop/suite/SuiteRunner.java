package dev.stowage.interop.suite;

import dev.stowage.interop.reference.BuiltPrograms;
import dev.stowage.interop.reference.DebianPackageInstaller;
import dev.stowage.interop.reference.MissingToolException;
import dev.stowage.interop.reference.ReferenceProgram;
import dev.stowage.interop.reference.ReferenceProgramBuilder;
import dev.stowage.interop.suite.CheckResult.CheckStatus;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/// Runs suites, each with its timeout, in two lanes, because suites mostly wait; and reports the results.
public final class SuiteRunner {

    private static final int FAILED = 1;

    /// How long a suite may take to stop after an interrupt.
    private static final Duration LAST_WORDS = Duration.ofSeconds(30);

    private final PrintStream out;
    private final Path logs;
    private final ReferenceProgramBuilder programs;
    private final DebianPackageInstaller packages;

    public SuiteRunner(PrintStream out, Path logs, ReferenceProgramBuilder programs, DebianPackageInstaller packages) {
        this.out = out;
        this.logs = logs;
        this.programs = programs;
        this.packages = packages;
    }

    /// @return the exit status
    /// @throws MissingToolException before anything has run
    public int run(List<Suite> suites, SuiteOptions options)
            throws MissingToolException, IOException, InterruptedException {
        out.println("logs: " + logs);
        packages.ensure(suites.stream()
                .flatMap(suite -> suite.packages().stream())
                .collect(Collectors.toCollection(TreeSet::new)));
        Set<ReferenceProgram> wanted = EnumSet.noneOf(ReferenceProgram.class);
        suites.forEach(suite -> wanted.addAll(suite.programs()));
        BuiltPrograms built = programs.build(wanted);
        List<SuiteReport> reports = run(suites, built, options);
        out.println();
        out.print(ReportTable.of(reports));
        return reports.stream().anyMatch(report -> report.count(CheckStatus.FAILED) > 0) ? FAILED : 0;
    }

    private List<SuiteReport> run(List<Suite> suites, BuiltPrograms built, SuiteOptions options)
            throws IOException, InterruptedException {
        Map<Boolean, List<Suite>> lanes = suites.stream().collect(Collectors.groupingBy(Suite::hasNode));
        List<SuiteReport> reports = new ArrayList<>();
        try (ExecutorService threads = Executors.newCachedThreadPool()) {
            List<Future<List<SuiteReport>>> running = new ArrayList<>();
            for (List<Suite> lane : lanes.values()) {
                running.add(threads.submit(() -> inTurn(lane, lanes.size() > 1, built, options)));
            }
            for (Future<List<SuiteReport>> each : running) {
                reports.addAll(each.get());
            }
        } catch (ExecutionException e) {
            throw new IOException("cannot start a suite: " + e.getCause(), e);
        }
        reports.sort(Comparator.comparingInt(report -> suites.indexOf(report.suite())));
        return reports;
    }

    private List<SuiteReport> inTurn(List<Suite> lane, boolean beside, BuiltPrograms built, SuiteOptions options)
            throws IOException, InterruptedException {
        List<SuiteReport> reports = new ArrayList<>();
        for (Suite suite : lane) {
            String margin = beside ? "   %-12s ".formatted(suite.name()) : "   ";
            reports.add(run(suite, built, options, text -> out.println(text.replaceAll("(?m)^", margin))));
        }
        return reports;
    }

    /// @param progress receives the report, line by line
    private SuiteReport run(Suite suite, BuiltPrograms built, SuiteOptions options, Consumer<String> progress)
            throws IOException, InterruptedException {
        out.printf("%n== %s (budget %d s): %s%n", suite.name(), suite.budget().toSeconds(), suite.summary());
        long start = System.nanoTime();
        Path suiteLogs = logs.resolve(suite.name());
        SuiteWorkspace workspace = SuiteWorkspace.open(suiteLogs, built, options, progress);
        List<CheckResult> results = new ArrayList<>();
        try (ExecutorService executor = Executors.newSingleThreadExecutor()) {
            Thread hook = new Thread(() -> abandon(executor, workspace), "abandon-" + suite.name());
            Runtime.getRuntime().addShutdownHook(hook);
            try {
                results.addAll(withinBudget(suite, workspace, executor));
            } finally {
                executor.shutdownNow();
                executor.awaitTermination(LAST_WORDS.toSeconds(), TimeUnit.SECONDS);
                results.addAll(close(workspace));
                forget(hook);
            }
        }
        Duration used = Duration.ofNanos(System.nanoTime() - start);
        results.stream()
                .filter(outcome -> outcome.status() != CheckStatus.PASSED)
                .forEach(outcome -> progress.accept(outcome.status() + " " + outcome.name() + ": " + outcome.reason()));
        SuiteReport report = new SuiteReport(suite, used, results);
        out.printf("   %s: %s in %d s%n", suite.name(), ReportTable.closingLine(List.of(report)), used.toSeconds());
        return report;
    }

    private static List<CheckResult> withinBudget(Suite suite, SuiteWorkspace workspace, ExecutorService executor)
            throws InterruptedException {
        Future<List<CheckResult>> running = executor.submit(() -> suite.run(workspace));
        try {
            return running.get(suite.budget().toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException _) {
            running.cancel(true);
            return List.of(CheckResult.failed(
                    suite.name(),
                    "did not finish within its budget of " + suite.budget().toSeconds() + " s"));
        } catch (ExecutionException e) {
            return List.of(CheckResult.failed(suite.name(), FailureText.of(e.getCause(), workspace.logs())));
        }
    }

    private static List<CheckResult> close(SuiteWorkspace workspace) {
        try {
            workspace.close();
            return List.of(CheckResult.passed("leaves nothing behind"));
        } catch (IOException e) {
            return List.of(CheckResult.failed("leaves nothing behind", FailureText.of(e, workspace.logs())));
        }
    }

    /// Ctrl-C: the suite first, so that it starts nothing more, then everything it has started.
    private void abandon(ExecutorService executor, SuiteWorkspace workspace) {
        out.println("stopping what was started");
        executor.shutdownNow();
        try {
            executor.awaitTermination(LAST_WORDS.toSeconds(), TimeUnit.SECONDS);
            workspace.close();
        } catch (IOException | InterruptedException e) {
            out.println(FailureText.of(e, workspace.logs()));
        }
    }

    private static void forget(Thread hook) {
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException _) {
            // The shutdown hook is already running.
        }
    }
}
