package dev.stowage.bench.soak;

import dev.stowage.bench.harness.Benchmark;
import dev.stowage.bench.harness.BenchmarkContext;
import dev.stowage.bench.harness.ResultRow;
import dev.stowage.bench.harness.ResultRow.Figure;
import dev.stowage.interop.StandaloneWorkspace;
import dev.stowage.interop.reference.ReferenceProgram;
import dev.stowage.interop.soak.MetricTrend;
import dev.stowage.interop.soak.SoakMetric;
import dev.stowage.interop.soak.SoakScenario;
import dev.stowage.interop.suite.SuiteWorkspace;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/// An hour of `stowage up` in which a claim and a pod are created and deleted each second.
public final class SoakBenchmark implements Benchmark {
    private static final Duration QUICK = Duration.ofMinutes(2);
    private static final long LOOKS = 120;

    @Override
    public String name() {
        return "soak";
    }

    @Override
    public String summary() {
        return "what grows in stowage up while a claim and a pod are created and deleted each second";
    }

    @Override
    public boolean isLong() {
        return true;
    }

    @Override
    public List<ResultRow> run(BenchmarkContext context) throws Exception {
        Duration length = context.quick() ? QUICK : context.soak();
        SoakScenario.SoakResult outcome;
        try (SuiteWorkspace suiteWorkspace =
                StandaloneWorkspace.open("soak", Set.of(ReferenceProgram.KUBECTL), Set.of(), context::report)) {
            SoakScenario soakScenario =
                    new SoakScenario(length, Duration.ofSeconds(Math.max(2, length.toSeconds() / LOOKS)));
            context.report("events are kept for " + soakScenario.eventTtl().toSeconds() + " s");
            outcome = soakScenario.run(suiteWorkspace);
        }
        context.report(outcome.made() + " claims and pods in " + length.toMinutes() + " min; " + outcome.late()
                + " were not finished within 8 s");
        List<ResultRow> rows = new ArrayList<>();
        for (SoakMetric soakMetric : SoakMetric.values()) {
            MetricTrend metricTrend = MetricTrend.of(outcome.work(), soakMetric);
            rows.add(new ResultRow(
                    soakMetric.title(),
                    List.of(
                            new Figure("empty before", outcome.start().value(soakMetric)),
                            new Figure("first quarter", metricTrend.first()),
                            new Figure("middle", metricTrend.middle()),
                            new Figure("last quarter", metricTrend.last()),
                            new Figure("per hour", metricTrend.perHour()),
                            new Figure("empty after", outcome.end().value(soakMetric)))));
        }
        return rows;
    }
}
