package dev.stowage.interop.e2e;

import dev.stowage.interop.suite.CheckResult;
import dev.stowage.interop.suite.CheckResult.CheckStatus;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// The results of the specs, by suite.
///
/// @param suites by name
record SpecTable(Map<String, List<CheckResult>> suites) {

    private static final Pattern SPEC = Pattern.compile("\\[Testpattern: (.*?)\\](?: \\[[^\\]]*\\])* ([\\w-]+)");

    static SpecTable of(List<CheckResult> results) {
        Map<String, List<CheckResult>> suites = new TreeMap<>();
        for (CheckResult outcome : results) {
            suites.computeIfAbsent(suite(outcome.name()), _ -> new ArrayList<>())
                    .add(outcome);
        }
        return new SpecTable(suites);
    }

    /// The word after the volume pattern in the name.
    static String suite(String spec) {
        Matcher matcher = SPEC.matcher(spec);
        return matcher.find() ? matcher.group(2) : "other";
    }

    /// The name without the common parts.
    static String brief(String spec) {
        Matcher matcher = SPEC.matcher(spec);
        return matcher.find() ? spec.substring(matcher.start()) : spec;
    }

    Stream<CheckResult> all() {
        return suites.values().stream().flatMap(List::stream);
    }

    List<String> lines() {
        List<String> lines = new ArrayList<>();
        lines.add("%-34s %7s %7s %7s".formatted("suite", "passed", "failed", "skipped"));
        suites.forEach((suite, specs) -> lines.add("%-34s %7d %7d %7d"
                .formatted(
                        suite,
                        count(specs, CheckStatus.PASSED),
                        count(specs, CheckStatus.FAILED),
                        count(specs, CheckStatus.SKIPPED))));
        return lines;
    }

    static long count(List<CheckResult> specs, CheckStatus checkStatus) {
        return specs.stream().filter(spec -> spec.status() == checkStatus).count();
    }
}
