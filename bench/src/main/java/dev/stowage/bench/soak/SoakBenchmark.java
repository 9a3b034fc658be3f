package dev.stowage.bench.soak;

import dev.stowage.bench.Around;
import dev.stowage.bench.Benchmark;
import dev.stowage.bench.Row;
import dev.stowage.bench.Row.Figure;
import dev.stowage.interop.Workshop;
import dev.stowage.interop.judge.Judge;
import dev.stowage.interop.soak.Measure;
import dev.stowage.interop.soak.Soak;
import dev.stowage.interop.soak.Trend;
import dev.stowage.interop.suite.Bench;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/// An hour of `stowage up` with a claim and a pod made and removed each second.
public final class SoakBenchmark implements Benchmark {
    private static final Duration QUICK = Duration.ofMinutes(2);
    private static final long LOOKS = 120;

    @Override
    public String name() {
        return "soak";
    }

    @Override
    public String summary() {
        return "what grows in stowage up while a claim and a pod come and go each second";
    }

    @Override
    public boolean isLong() {
        return true;
    }

    @Override
    public List<Row> run(Around around) throws Exception {
        Duration length = around.quick() ? QUICK : around.soak();
        Soak.Outcome outcome;
        try (Bench bench = Workshop.open("soak", Set.of(Judge.KUBECTL), Set.of(), around::say)) {
            Soak soak = new Soak(length, Duration.ofSeconds(Math.max(2, length.toSeconds() / LOOKS)));
            around.say("events are kept for " + soak.eventTtl().toSeconds() + " s");
            outcome = soak.run(bench);
        }
        around.say(outcome.made() + " claims and pods in " + length.toMinutes() + " min; " + outcome.late()
                + " were not finished within 8 s");
        List<Row> rows = new ArrayList<>();
        for (Measure measure : Measure.values()) {
            Trend trend = Trend.of(outcome.work(), measure);
            rows.add(new Row(
                    measure.title(),
                    List.of(
                            new Figure("empty before", outcome.start().value(measure)),
                            new Figure("first quarter", trend.first()),
                            new Figure("middle", trend.middle()),
                            new Figure("last quarter", trend.last()),
                            new Figure("per hour", trend.perHour()),
                            new Figure("empty after", outcome.end().value(measure)))));
        }
        return rows;
    }
}
