package dev.stowage.interop.soak;

import dev.stowage.interop.judge.Judge;
import dev.stowage.interop.suite.Bench;
import dev.stowage.interop.suite.Outcome;
import dev.stowage.interop.suite.Questions;
import dev.stowage.interop.suite.Suite;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// The short form of a soak: what is counted must come back to where it was.
public final class SoakSuite implements Suite {
    private static final Duration LENGTH = Duration.ofSeconds(30);

    /// What may be more in the end than in the beginning. A thing that is lost with each claim is lost thirty times;
    /// connections and threads that wait for the next work are a few.
    private static final Map<Measure, Integer> SPARE = Map.of(
            Measure.DESCRIPTORS, 12,
            Measure.MOUNTS, 0,
            Measure.LOOP_DEVICES, 0,
            Measure.PROCESSES, 0,
            Measure.THREADS, 12,
            Measure.FILES, 12,
            Measure.OBJECTS, 0);

    @Override
    public String name() {
        return "soak";
    }

    @Override
    public String summary() {
        return "Claims and pods come and go on ./stowage up: no descriptor, mount, device, file or object stays.";
    }

    @Override
    public Duration budget() {
        return Duration.ofMinutes(12);
    }

    @Override
    public Set<Judge> judges() {
        return Set.of(Judge.KUBECTL);
    }

    @Override
    public List<Outcome> run(Bench bench) throws Exception {
        if (!"root".equals(System.getProperty("user.name"))) {
            return List.of(Outcome.skipped(name(), "mounting volumes needs root"));
        }
        Soak.Outcome outcome = new Soak(LENGTH, Duration.ofSeconds(5)).run(bench);
        bench.say(outcome.made() + " claims and pods came and went, " + outcome.late() + " late");
        Questions questions = new Questions();
        for (Measure measure : Measure.values()) {
            Integer spare = SPARE.get(measure);
            if (spare != null) {
                questions.holds(
                        measure.title() + " come back to where they were", () -> requireBack(measure, outcome, spare));
            }
        }
        questions.leavesNothing(bench.directory("soak"), "");
        return questions.outcomes();
    }

    private static void requireBack(Measure measure, Soak.Outcome outcome, int spare) throws IOException {
        double before = outcome.start().value(measure);
        double after = outcome.end().value(measure);
        if (after > before + spare) {
            throw new IOException(
                    "%s: %.0f before %d claims and pods, %.0f after they were gone; at most %d more are fine"
                            .formatted(measure.title(), before, outcome.made(), after, spare));
        }
    }
}
