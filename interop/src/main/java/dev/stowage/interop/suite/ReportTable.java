package dev.stowage.interop.suite;

import dev.stowage.interop.suite.CheckResult.CheckStatus;
import java.util.List;

/// The summary at the end of a run.
final class ReportTable {

    private ReportTable() {}

    static String of(List<SuiteReport> reports) {
        StringBuilder text = new StringBuilder(
                "%-16s %7s %7s %7s %8s %8s%n".formatted("suite", "passed", "failed", "skipped", "used", "budget"));
        for (SuiteReport report : reports) {
            text.append("%-16s %7d %7d %7d %6d s %6d s%n"
                    .formatted(
                            report.suite().name(),
                            report.count(CheckStatus.PASSED),
                            report.count(CheckStatus.FAILED),
                            report.count(CheckStatus.SKIPPED),
                            report.used().toSeconds(),
                            report.suite().budget().toSeconds()));
        }
        return text.append(closingLine(reports)).append(System.lineSeparator()).toString();
    }

    /// On its own line, so that scripts can find it.
    static String closingLine(List<SuiteReport> reports) {
        return "%d passed, %d failed, %d skipped"
                .formatted(
                        total(reports, CheckStatus.PASSED),
                        total(reports, CheckStatus.FAILED),
                        total(reports, CheckStatus.SKIPPED));
    }

    private static long total(List<SuiteReport> reports, CheckStatus checkStatus) {
        return reports.stream().mapToLong(report -> report.count(checkStatus)).sum();
    }
}
