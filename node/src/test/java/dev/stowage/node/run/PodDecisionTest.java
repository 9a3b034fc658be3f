package dev.stowage.node.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stowage.node.run.PodStep.Act;
import dev.stowage.node.run.PodStep.Forget;
import dev.stowage.node.run.PodStep.GiveUp;
import dev.stowage.node.run.PodStep.Prepare;
import dev.stowage.node.run.PodStep.ReleaseVolumes;
import dev.stowage.node.run.PodStep.RemovePod;
import dev.stowage.node.run.PodStep.Start;
import dev.stowage.node.run.PodStep.Stop;
import dev.stowage.node.run.PodStep.TellBackOff;
import dev.stowage.node.run.PodStep.TellGone;
import dev.stowage.node.run.PodStep.TellMissing;
import dev.stowage.node.run.PodStep.WaitUntil;
import dev.stowage.node.run.probe.Health;
import dev.stowage.node.runtime.RunningContainer.State;
import dev.stowage.node.volume.VolumeAnswer;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class PodDecisionTest {
    private static final String TWO = "{\"containers\": [{\"name\": \"a\"}, {\"name\": \"b\"}]}";
    private static final String INITS = """
            {"initContainers": [{"name": "i"}, {"name": "s", "restartPolicy": "Always"}, {"name": "j"}],
             "containers": [{"name": "c"}]}""";
    private static final Instant NOW = Views.NOW;

    static Stream<Arguments> ways() {
        return Stream.of(
                way("shared things first", Views.single("Always").unprepared(), new Prepare()),
                way("then containers", Views.single("Always"), new Start("c", 0)),
                way("nothing while it starts", Views.single("Always").underWay(new Start("c", 0))),
                way("nothing while it runs", Views.single("Always").runs("c")),
                way("one at a time", Views.of(TWO), new Start("a", 0)),
                way("the next", Views.of(TWO).runs("a"), new Start("b", 0)),
                way("the first init", Views.of(INITS), new Start("i", 0)),
                way("init has to end", Views.of(INITS).runs("i")),
                way("then the sidecar", Views.of(INITS).ended("i", 0), new Start("s", 0)),
                way("beside which the next", Views.of(INITS).ended("i", 0).runs("s"), new Start("j", 0)),
                way(
                        "a sidecar has to have started",
                        Views.of(INITS).ended("i", 0).runs("s").healthy("s0", new Health(false, false, true))),
                way("at last", Views.of(INITS).ended("i", 0).runs("s").ended("j", 0), new Start("c", 0)),
                way("a failed init again", Views.of(INITS).ended("i", 1), new Start("i", 1)),
                way(
                        "a sidecar that ended again, once all run",
                        Views.of(INITS)
                                .ended("i", 0)
                                .ended("s", 0)
                                .ended("j", 0)
                                .runs("c"),
                        new Start("s", 1)),
                way("the first end costs nothing", Views.single("Always").ended("c", 0), new Start("c", 1)),
                way("deleted", Views.single("Always").runs("c").deleted(7), stop("c", 7)),
                way("deleted, no grace", Views.single("Always").runs("c").deleted(0), stop("c", 1)),
                way("stops once", Views.single("Always").runs("c").deleted(7).underWay(stop("c", 7))),
                way(
                        "in a hurry now",
                        Views.single("Always").runs("c").deleted(1).underWay(stop("c", 7)),
                        stop("c", 1)),
                way(
                        "main ones first",
                        Views.of(INITS)
                                .ended("i", 0)
                                .runs("s")
                                .ended("j", 0)
                                .runs("c")
                                .deleted(9),
                        stop("c", 9)),
                way(
                        "sidecars after them",
                        Views.of(INITS)
                                .ended("i", 0)
                                .runs("s")
                                .ended("j", 0)
                                .ended("c", 0)
                                .deleted(9),
                        stop("s", 9)),
                way(
                        "then what they shared",
                        Views.single("Always").ended("c", 0).deleted(7),
                        new RemovePod()),
                way(
                        "then volumes",
                        Views.single("Always").ended("c", 0).deleted(7).unprepared(),
                        new ReleaseVolumes()),
                way(
                        "which take their time",
                        Views.single("Always")
                                .ended("c", 0)
                                .deleted(7)
                                .unprepared()
                                .released()),
                way(
                        "then itself",
                        Views.single("Always")
                                .ended("c", 0)
                                .deleted(7)
                                .unprepared()
                                .released()
                                .volumes(new VolumeAnswer.Gone()),
                        new TellGone()),
                way(
                        "nobody to tell",
                        Views.single("Always")
                                .forgotten()
                                .unprepared()
                                .released()
                                .volumes(new VolumeAnswer.Gone()),
                        new Forget()),
                way(
                        "an image is given up",
                        Views.single("Always").deleted(7).underWay(new Start("c", 0)),
                        new GiveUp()),
                way("done, but not told yet", Views.single("Never").ended("c", 0)),
                way("done and told", Views.single("Never").ended("c", 0).status("phase", "Succeeded"), new RemovePod()),
                way(
                        "a sidecar does not outlive the work",
                        Views.of(INITS.replaceFirst("\\{", "{\"restartPolicy\": \"Never\", "))
                                .ended("i", 0)
                                .runs("s")
                                .ended("j", 0)
                                .ended("c", 0),
                        stop("s", 30)),
                way("refused", Views.single("Always").refused("OutOfpods").unprepared(), new ReleaseVolumes()));
    }

    private static Arguments way(String name, Views views, PodStep... steps) {
        return Arguments.of(name, views, Stream.of(steps).toList());
    }

    private static Stop stop(String name, int grace) {
        return new Stop(name + "0", name, NOW.plusSeconds(grace), "Stopping container " + name);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("ways")
    void everyStepHasItsTime(String name, Views views, List<PodStep> expected) {
        assertThat(views.decide()).containsExactlyElementsOf(expected);
    }

    @Test
    void aContainerThatEndsAgainAndAgainWaitsLonger() {
        Views views =
                Views.single("Always").ended("c", 1, 1, Duration.ofSeconds(3)).crashed("c", Duration.ofSeconds(10));

        assertThat(views.decide()).containsExactly(new TellBackOff("c", 1), new WaitUntil(NOW.plusSeconds(7)));
    }

    @Test
    void theWaitIsOverWhenItIs() {
        Views views =
                Views.single("Always").ended("c", 1, 1, Duration.ofSeconds(10)).crashed("c", Duration.ofSeconds(10));

        assertThat(views.decide()).containsExactly(new Start("c", 2));
    }

    @ParameterizedTest
    @CsvSource({
        "Always, 0, true",
        "Always, 1, true",
        "OnFailure, 0, false",
        "OnFailure, 1, true",
        "Never, 0, false",
        "Never, 1, false"
    })
    void thePolicySaysWhoBeginsAnew(String policy, int code, boolean again) {
        assertThat(Views.single(policy).ended("c", code).decide().contains(new Start("c", 1)))
                .isEqualTo(again);
    }

    @Test
    void aContainerThatIsNotAliveIsStopped() {
        Views views = Views.of("""
                {"containers": [{"name": "c", "livenessProbe": {"terminationGracePeriodSeconds": 3}}]}""").runs("c").healthy("c0", new Health(true, true, false));

        assertThat(views.decide())
                .containsExactly(new Stop(
                        "c0", "c", NOW.plusSeconds(3), "Container c failed liveness probe, will be restarted"));
    }

    @Test
    void missingVolumesAreComplainedAboutAfterAWhile() {
        Act prepare = new Prepare();
        assertThat(Views.single("Always")
                        .underWay(prepare)
                        .missing(Duration.ofSeconds(100))
                        .decide())
                .containsExactly(new WaitUntil(NOW.plusSeconds(23)));
        assertThat(Views.single("Always")
                        .underWay(prepare)
                        .missing(Duration.ofSeconds(123))
                        .decide())
                .containsExactly(new TellMissing("Unable to attach or mount volumes: unmounted volumes=[a b], "
                        + "unattached volumes=[b], failed to process volumes=[]: timed out waiting for the condition"));
    }

    @Test
    void timeIsUp() {
        Views views = Views.of("{\"activeDeadlineSeconds\": 60, \"containers\": [{\"name\": \"c\"}]}")
                .runs("c")
                .status("startTime", "2026-01-01T11:59:00Z");

        assertThat(views.decide()).containsExactly(stop("c", 30));
        assertThat(views.view().failure()).map(Failure::reason).contains("DeadlineExceeded");
    }

    @Test
    void aPodIsNotForgottenBeforeItsStatusIsTold() {
        PodView view = Views.single("Always")
                .ended("c", 0)
                .deleted(7)
                .unprepared()
                .released()
                .volumes(new VolumeAnswer.Gone())
                .view();

        assertThat(PodDecision.of(view, false)).isEmpty();
    }

    @Test
    void whatFailedAMomentAgoIsNotTriedAtOnce() {
        Views views = Views.single("Always").trouble("c", "ErrImagePull", Duration.ofSeconds(9));

        assertThat(views.decide()).containsExactly(new WaitUntil(NOW.plusSeconds(9)));
    }

    @Test
    void aContainerOfLongAgoIsRemoved() {
        Views views = Views.single("Always")
                .ended("c", 0, 1, Duration.ofMinutes(9))
                .ended("c", 1, 1, Duration.ofMinutes(5))
                .with("c", 2, new State.Running(NOW));

        assertThat(views.decide()).containsExactly(new PodStep.RemoveContainer("c0"));
    }
}
