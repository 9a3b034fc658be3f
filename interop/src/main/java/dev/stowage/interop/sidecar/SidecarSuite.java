package dev.stowage.interop.sidecar;

import dev.stowage.interop.cluster.ControlPlane;
import dev.stowage.interop.judge.DebianPackage;
import dev.stowage.interop.judge.Judge;
import dev.stowage.interop.suite.Bench;
import dev.stowage.interop.suite.Outcome;
import dev.stowage.interop.suite.Suite;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.logging.Level;
import java.util.logging.Logger;

/// The sidecars before the ones they replace: same script, same writes, same calls.
public final class SidecarSuite implements Suite {

    private static final Logger CALLS = Logger.getLogger("dev.stowage.csi");

    private static final Duration LATE_NEWS = Duration.ofSeconds(15);

    @Override
    public String name() {
        return "sidecar";
    }

    @Override
    public String summary() {
        return "Our sidecars write and call what the Go sidecars do, on a real control plane.";
    }

    @Override
    public Duration budget() {
        return Duration.ofMinutes(40);
    }

    @Override
    public Set<Judge> judges() {
        return EnumSet.of(
                Judge.KUBE_APISERVER,
                Judge.KUBE_CONTROLLER_MANAGER,
                Judge.KUBECTL,
                Judge.SNAPSHOT_CONTROLLER,
                Judge.CSI_SNAPSHOTTER);
    }

    @Override
    public Set<DebianPackage> packages() {
        Set<DebianPackage> all = EnumSet.of(DebianPackage.E2FSPROGS, DebianPackage.XFSPROGS);
        all.addAll(ControlPlane.PACKAGES);
        return all;
    }

    @Override
    public List<Outcome> run(Bench bench) throws Exception {
        if (!"root".equals(System.getProperty("user.name"))) {
            return List.of(Outcome.skipped(name(), "drivers need root to mount"));
        }
        return quietly(
                bench,
                Stage.theirController(bench),
                Scenarios.all(),
                bench.wishes().rewrite());
    }

    /// @param controller the snapshot controller that stands beside
    /// @param rewrite whether the transcripts are kept instead of compared
    static List<Outcome> quietly(Bench bench, List<String> controller, List<Scenario> scenarios, boolean rewrite)
            throws Exception {
        Level before = CALLS.getLevel();
        CALLS.setLevel(Level.OFF); // calls that are meant to fail are not worth a line
        try {
            return play(bench, controller, scenarios, rewrite);
        } finally {
            CALLS.setLevel(before);
        }
    }

    private static List<Outcome> play(Bench bench, List<String> controller, List<Scenario> scenarios, boolean rewrite)
            throws Exception {
        List<Cast> casts =
                List.of(new Cast.Ours(), new Cast.Theirs(bench.wishes().peers(), bench.judges()));
        Stage stage = Stage.open(bench, casts, controller);
        bench.say("the control plane is ready");
        Verdicts verdicts = Verdicts.read(rewrite);
        List<Outcome> outcomes = new ArrayList<>();
        for (Scenario scenario : Scenarios.chosen(scenarios, bench.wishes())) {
            for (Cast cast : scenario.oursOnly() ? casts.subList(0, 1) : casts) {
                Outcome outcome = outcome(stage, cast, scenario, verdicts);
                bench.say(outcome.verdict() + " " + outcome.name());
                outcomes.add(outcome);
            }
        }
        return outcomes;
    }

    private static Outcome outcome(Stage stage, Cast cast, Scenario scenario, Verdicts verdicts)
            throws InterruptedException {
        String name = cast.name() + ": " + scenario.name();
        for (Component component : scenario.needs()) {
            if (!cast.has(component)) {
                return Outcome.skipped(
                        name, "there is no " + component.program() + "; --peer-bin names a folder with it");
            }
        }
        if (cast instanceof Cast.Ours && verdicts.pending(scenario).isPresent()) {
            return Outcome.skipped(name, verdicts.pending(scenario).get());
        }
        try (Play play = new Play(stage, cast, scenario.name())) {
            String failure = "";
            try {
                scenario.script().play(play);
            } catch (InterruptedException e) {
                throw e;
            } catch (Exception | AssertionError e) {
                failure = e.toString();
            }
            Outcome outcome = failure.isEmpty()
                    ? judged(play, text -> verdicts.of(name, scenario, cast, text))
                    : Outcome.failed(name, failure + "\n" + play.text().indent(5));
            Files.writeString(stage.bench().logs().resolve(scenario.name() + "-" + cast.name() + ".txt"), play.text());
            return outcome;
        } catch (InterruptedException e) {
            throw e;
        } catch (Exception e) {
            return Outcome.failed(name, e.toString());
        }
    }

    @FunctionalInterface
    private interface Judgement {
        Outcome of(String text) throws IOException;
    }

    /// Sidecars send events when they find time, and that may be after everything else is quiet.
    private static Outcome judged(Play play, Judgement judgement) throws IOException, InterruptedException {
        long end = System.nanoTime() + LATE_NEWS.toNanos();
        Outcome outcome = judgement.of(play.text());
        while (outcome.verdict() == Outcome.Verdict.FAILED && System.nanoTime() - end < 0) {
            TimeUnit.MILLISECONDS.sleep(200);
            outcome = judgement.of(play.text());
        }
        return outcome;
    }
}
