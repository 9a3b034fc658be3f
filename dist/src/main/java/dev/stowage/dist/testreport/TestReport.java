package dev.stowage.dist.testreport;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.toList;

import dev.stowage.dist.testreport.TestCase.Failed;
import dev.stowage.dist.testreport.TestCase.Passed;
import dev.stowage.dist.testreport.TestCase.Skipped;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// The page at the end: what failed and why, a row per module, why something was skipped, the closing line.
///
/// @param brokenModules modules that Maven gave up on before or after their tests; each counts as one failure
record TestReport(List<TestCase> cases, List<String> brokenModules, int mavenStatus) {

    boolean isGreen() {
        return failures() == 0 && count(cases, Passed.class) > 0;
    }

    private long failures() {
        long named = count(cases, Failed.class) + brokenModules.size();
        // Maven can fail before it names a module, for example over a broken pom.
        return named == 0 && mavenStatus != 0 ? 1 : named;
    }

    String text() {
        StringBuilder text = new StringBuilder();
        failed(text);
        table(text);
        skipped(text);
        // On its own line, so that scripts can find it.
        return text.append("%d passed, %d failed, %d skipped%n"
                        .formatted(count(cases, Passed.class), failures(), count(cases, Skipped.class)))
                .toString();
    }

    private void failed(StringBuilder text) {
        for (TestCase test : cases) {
            if (test.result() instanceof Failed(String message)) {
                text.append("FAILED %s %s%n".formatted(test.module(), test.name()));
                message.lines()
                        .limit(12)
                        .forEach(line -> text.append("    ").append(line).append('\n'));
            }
        }
        brokenModules.forEach(module -> text.append("FAILED to build %s%n".formatted(module)));
        if (brokenModules.isEmpty() && mavenStatus != 0) {
            text.append("FAILED: Maven exited with status %d%n".formatted(mavenStatus));
        }
    }

    private void table(StringBuilder text) {
        Map<String, List<TestCase>> byModule =
                cases.stream().collect(groupingBy(TestCase::module, TreeMap::new, toList()));
        text.append("%-24s %7s %7s %7s %8s%n".formatted("module", "passed", "failed", "skipped", "seconds"));
        byModule.forEach((module, tests) -> text.append("%-24s %7d %7d %7d %8.1f%n"
                .formatted(
                        module,
                        count(tests, Passed.class),
                        count(tests, Failed.class),
                        count(tests, Skipped.class),
                        tests.stream().mapToDouble(TestCase::seconds).sum())));
    }

    private void skipped(StringBuilder text) {
        Map<String, Integer> reasons = new TreeMap<>();
        for (TestCase test : cases) {
            if (test.result() instanceof Skipped(String reason)) {
                reasons.merge(test.module() + ": " + reason, 1, Integer::sum);
            }
        }
        reasons.forEach((reason, times) -> text.append("skipped %d in %s%n".formatted(times, reason)));
    }

    private static long count(List<TestCase> tests, Class<? extends TestCase.Result> end) {
        return tests.stream().filter(test -> end.isInstance(test.result())).count();
    }
}
