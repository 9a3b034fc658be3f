package dev.stowage.interop.suite;

import dev.stowage.interop.judge.BuiltJudges;
import dev.stowage.interop.judge.DebianPackages;
import dev.stowage.interop.judge.Judge;
import dev.stowage.interop.judge.Judges;
import dev.stowage.interop.judge.MissingTool;
import dev.stowage.interop.suite.Outcome.Verdict;
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

/// Runs suites, each within its budget, and says what came of them: in two lanes, because most of a suite is waiting.
public final class SuiteRunner {

    private static final int FAILED = 1;

    /// How long a suite that was told to stop may take to notice.
    private static final Duration LAST_WORDS = Duration.ofSeconds(30);

    private final PrintStream out;
    private final Path logs;
    private final Judges judges;
    private final DebianPackages packages;

    public SuiteRunner(PrintStream out, Path logs, Judges judges, DebianPackages packages) {
        this.out = out;
        this.logs = logs;
        this.judges = judges;
        this.packages = packages;
    }

    /// @return the exit status
    /// @throws MissingTool before anything has run
    public int run(List<Suite> suites, Wishes wishes) throws MissingTool, IOException, InterruptedException {
        out.println("logs: " + logs);
        packages.ensure(suites.stream()
                .flatMap(suite -> suite.packages().stream())
                .collect(Collectors.toCollection(TreeSet::new)));
        Set<Judge> wanted = EnumSet.noneOf(Judge.class);
        suites.forEach(suite -> wanted.addAll(suite.judges()));
        BuiltJudges built = judges.build(wanted);
        List<SuiteReport> reports = run(suites, built, wishes);
        out.println();
        out.print(ReportTable.of(reports));
        return reports.stream().anyMatch(report -> report.count(Verdict.FAILED) > 0) ? FAILED : 0;
    }

    private List<SuiteReport> run(List<Suite> suites, BuiltJudges built, Wishes wishes)
            throws IOException, InterruptedException {
        Map<Boolean, List<Suite>> lanes = suites.stream().collect(Collectors.groupingBy(Suite::hasNode));
        List<SuiteReport> reports = new ArrayList<>();
        try (ExecutorService threads = Executors.newCachedThreadPool()) {
            List<Future<List<SuiteReport>>> running = new ArrayList<>();
            for (List<Suite> lane : lanes.values()) {
                running.add(threads.submit(() -> inTurn(lane, lanes.size() > 1, built, wishes)));
            }
            for (Future<List<SuiteReport>> each : running) {
                reports.addAll(each.get());
            }
        } catch (ExecutionException e) {
            throw new IOException("a suite could not begin: " + e.getCause(), e);
        }
        reports.sort(Comparator.comparingInt(report -> suites.indexOf(report.suite())));
        return reports;
    }

    private List<SuiteReport> inTurn(List<Suite> lane, boolean beside, BuiltJudges built, Wishes wishes)
            throws IOException, InterruptedException {
        List<SuiteReport> reports = new ArrayList<>();
        for (Suite suite : lane) {
            String margin = beside ? "   %-12s ".formatted(suite.name()) : "   ";
            reports.add(run(suite, built, wishes, text -> out.println(text.replaceAll("(?m)^", margin))));
        }
        return reports;
    }

    /// @param telling hears what becomes of it, line by line
    private SuiteReport run(Suite suite, BuiltJudges built, Wishes wishes, Consumer<String> telling)
            throws IOException, InterruptedException {
        out.printf("%n== %s (budget %d s): %s%n", suite.name(), suite.budget().toSeconds(), suite.summary());
        long start = System.nanoTime();
        Path suiteLogs = logs.resolve(suite.name());
        Bench bench = Bench.open(suiteLogs, built, wishes, telling);
        List<Outcome> outcomes = new ArrayList<>();
        try (ExecutorService executor = Executors.newSingleThreadExecutor()) {
            Thread hook = new Thread(() -> abandon(executor, bench), "abandon-" + suite.name());
            Runtime.getRuntime().addShutdownHook(hook);
            try {
                outcomes.addAll(withinBudget(suite, bench, executor));
            } finally {
                executor.shutdownNow();
                executor.awaitTermination(LAST_WORDS.toSeconds(), TimeUnit.SECONDS);
                outcomes.addAll(close(bench));
                forget(hook);
            }
        }
        Duration used = Duration.ofNanos(System.nanoTime() - start);
        outcomes.stream()
                .filter(outcome -> outcome.verdict() != Verdict.PASSED)
                .forEach(outcome -> telling.accept(outcome.verdict() + " " + outcome.name() + ": " + outcome.reason()));
        SuiteReport report = new SuiteReport(suite, used, outcomes);
        out.printf("   %s: %s in %d s%n", suite.name(), ReportTable.closingLine(List.of(report)), used.toSeconds());
        return report;
    }

    private static List<Outcome> withinBudget(Suite suite, Bench bench, ExecutorService executor)
            throws InterruptedException {
        Future<List<Outcome>> running = executor.submit(() -> suite.run(bench));
        try {
            return running.get(suite.budget().toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException _) {
            running.cancel(true);
            return List.of(Outcome.failed(
                    suite.name(),
                    "did not finish within its budget of " + suite.budget().toSeconds() + " s"));
        } catch (ExecutionException e) {
            return List.of(Outcome.failed(suite.name(), FailureText.of(e.getCause(), bench.logs())));
        }
    }

    private static List<Outcome> close(Bench bench) {
        try {
            bench.close();
            return List.of(Outcome.passed("leaves nothing behind"));
        } catch (IOException e) {
            return List.of(Outcome.failed("leaves nothing behind", FailureText.of(e, bench.logs())));
        }
    }

    /// Ctrl-C: the suite first, so that it starts nothing more, then everything it has started.
    private void abandon(ExecutorService executor, Bench bench) {
        out.println("stopping what was started");
        executor.shutdownNow();
        try {
            executor.awaitTermination(LAST_WORDS.toSeconds(), TimeUnit.SECONDS);
            bench.close();
        } catch (IOException | InterruptedException e) {
            out.println(FailureText.of(e, bench.logs()));
        }
    }

    private static void forget(Thread hook) {
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException _) {
            // The hook is running already, and does what it is there for.
        }
    }
}
