package dev.stowage.node.podworker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stowage.node.podvolumes.PodVolumeStatus;
import dev.stowage.node.podworker.PodAction.Background;
import dev.stowage.node.podworker.PodAction.CancelStarts;
import dev.stowage.node.podworker.PodAction.DeletePodObject;
import dev.stowage.node.podworker.PodAction.Forget;
import dev.stowage.node.podworker.PodAction.PrepareSandbox;
import dev.stowage.node.podworker.PodAction.ReleaseVolumes;
import dev.stowage.node.podworker.PodAction.RemovePod;
import dev.stowage.node.podworker.PodAction.ReportBackOff;
import dev.stowage.node.podworker.PodAction.ReportMissingVolumes;
import dev.stowage.node.podworker.PodAction.StartContainer;
import dev.stowage.node.podworker.PodAction.StopContainer;
import dev.stowage.node.podworker.PodAction.WaitUntil;
import dev.stowage.node.prober.ContainerHealth;
import dev.stowage.node.runtime.RuntimeContainer.State;
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
    private static final Instant NOW = PodStateBuilder.NOW;

    static Stream<Arguments> ways() {
        return Stream.of(
                way("shared things first", PodStateBuilder.single("Always").unprepared(), new PrepareSandbox()),
                way("then containers", PodStateBuilder.single("Always"), new StartContainer("c", 0)),
                way("nothing while it starts", PodStateBuilder.single("Always").underWay(new StartContainer("c", 0))),
                way("nothing while it runs", PodStateBuilder.single("Always").runs("c")),
                way("one at a time", PodStateBuilder.of(TWO), new StartContainer("a", 0)),
                way("the next", PodStateBuilder.of(TWO).runs("a"), new StartContainer("b", 0)),
                way("the first init", PodStateBuilder.of(INITS), new StartContainer("i", 0)),
                way("init has to end", PodStateBuilder.of(INITS).runs("i")),
                way("then the sidecar", PodStateBuilder.of(INITS).ended("i", 0), new StartContainer("s", 0)),
                way(
                        "beside which the next",
                        PodStateBuilder.of(INITS).ended("i", 0).runs("s"),
                        new StartContainer("j", 0)),
                way(
                        "a sidecar has to have started",
                        PodStateBuilder.of(INITS)
                                .ended("i", 0)
                                .runs("s")
                                .healthy("s0", new ContainerHealth(false, false, true))),
                way(
                        "at last",
                        PodStateBuilder.of(INITS).ended("i", 0).runs("s").ended("j", 0),
                        new StartContainer("c", 0)),
                way("a failed init again", PodStateBuilder.of(INITS).ended("i", 1), new StartContainer("i", 1)),
                way(
                        "a sidecar that ended again, once all run",
                        PodStateBuilder.of(INITS)
                                .ended("i", 0)
                                .ended("s", 0)
                                .ended("j", 0)
                                .runs("c"),
                        new StartContainer("s", 1)),
                way(
                        "the first end costs nothing",
                        PodStateBuilder.single("Always").ended("c", 0),
                        new StartContainer("c", 1)),
                way("deleted", PodStateBuilder.single("Always").runs("c").deleted(7), stop("c", 7)),
                way(
                        "deleted, no grace",
                        PodStateBuilder.single("Always").runs("c").deleted(0),
                        stop("c", 1)),
                way(
                        "stops once",
                        PodStateBuilder.single("Always").runs("c").deleted(7).underWay(stop("c", 7))),
                way(
                        "in a hurry now",
                        PodStateBuilder.single("Always").runs("c").deleted(1).underWay(stop("c", 7)),
                        stop("c", 1)),
                way(
                        "main ones first",
                        PodStateBuilder.of(INITS)
                                .ended("i", 0)
                                .runs("s")
                                .ended("j", 0)
                                .runs("c")
                                .deleted(9),
                        stop("c", 9)),
                way(
                        "sidecars after them",
                        PodStateBuilder.of(INITS)
                                .ended("i", 0)
                                .runs("s")
                                .ended("j", 0)
                                .ended("c", 0)
                                .deleted(9),
                        stop("s", 9)),
                way(
                        "then what they shared",
                        PodStateBuilder.single("Always").ended("c", 0).deleted(7),
                        new RemovePod()),
                way(
                        "then volumes",
                        PodStateBuilder.single("Always")
                                .ended("c", 0)
                                .deleted(7)
                                .unprepared(),
                        new ReleaseVolumes()),
                way(
                        "which take their time",
                        PodStateBuilder.single("Always")
                                .ended("c", 0)
                                .deleted(7)
                                .unprepared()
                                .released()),
                way(
                        "then itself",
                        PodStateBuilder.single("Always")
                                .ended("c", 0)
                                .deleted(7)
                                .unprepared()
                                .released()
                                .volumes(new PodVolumeStatus.Unmounted()),
                        new DeletePodObject()),
                way(
                        "nobody to tell",
                        PodStateBuilder.single("Always")
                                .forgotten()
                                .unprepared()
                                .released()
                                .volumes(new PodVolumeStatus.Unmounted()),
                        new Forget()),
                way(
                        "an image is given up",
                        PodStateBuilder.single("Always").deleted(7).underWay(new StartContainer("c", 0)),
                        new CancelStarts()),
                way("done, but not told yet", PodStateBuilder.single("Never").ended("c", 0)),
                way(
                        "done and told",
                        PodStateBuilder.single("Never").ended("c", 0).status("phase", "Succeeded"),
                        new RemovePod()),
                way(
                        "a sidecar does not outlive the work",
                        PodStateBuilder.of(INITS.replaceFirst("\\{", "{\"restartPolicy\": \"Never\", "))
                                .ended("i", 0)
                                .runs("s")
                                .ended("j", 0)
                                .ended("c", 0),
                        stop("s", 30)),
                way(
                        "evicted, whatever its grace period is",
                        PodStateBuilder.single("Always").runs("c").evicted(),
                        stop("c", 1)),
                way(
                        "refused",
                        PodStateBuilder.single("Always").refused("OutOfpods").unprepared(),
                        new ReleaseVolumes()));
    }

    private static Arguments way(String name, PodStateBuilder state, PodAction... steps) {
        return Arguments.of(name, state, Stream.of(steps).toList());
    }

    private static StopContainer stop(String name, int grace) {
        return new StopContainer(name + "0", name, NOW.plusSeconds(grace), "Stopping container " + name);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("ways")
    void everyStepHasItsTime(String name, PodStateBuilder state, List<PodAction> expected) {
        assertThat(state.decide()).containsExactlyElementsOf(expected);
    }

    @Test
    void aContainerThatEndsAgainAndAgainWaitsLonger() {
        PodStateBuilder state = PodStateBuilder.single("Always")
                .ended("c", 1, 1, Duration.ofSeconds(3))
                .crashed("c", Duration.ofSeconds(10));

        assertThat(state.decide()).containsExactly(new ReportBackOff("c", 1), new WaitUntil(NOW.plusSeconds(7)));
    }

    @Test
    void theWaitIsOverWhenItIs() {
        PodStateBuilder state = PodStateBuilder.single("Always")
                .ended("c", 1, 1, Duration.ofSeconds(10))
                .crashed("c", Duration.ofSeconds(10));

        assertThat(state.decide()).containsExactly(new StartContainer("c", 2));
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
        assertThat(PodStateBuilder.single(policy).ended("c", code).decide().contains(new StartContainer("c", 1)))
                .isEqualTo(again);
    }

    @Test
    void aContainerThatIsNotAliveIsStopped() {
        PodStateBuilder state = PodStateBuilder.of("""
                {"containers": [{"name": "c", "livenessProbe": {"terminationGracePeriodSeconds": 3}}]}""").runs("c").healthy("c0", new ContainerHealth(true, true, false));

        assertThat(state.decide())
                .containsExactly(new StopContainer(
                        "c0", "c", NOW.plusSeconds(3), "Container c failed liveness probe, will be restarted"));
    }

    @Test
    void missingVolumesAreComplainedAboutAfterAWhile() {
        Background prepare = new PrepareSandbox();
        assertThat(PodStateBuilder.single("Always")
                        .underWay(prepare)
                        .missing(Duration.ofSeconds(100))
                        .decide())
                .containsExactly(new WaitUntil(NOW.plusSeconds(23)));
        assertThat(PodStateBuilder.single("Always")
                        .underWay(prepare)
                        .missing(Duration.ofSeconds(123))
                        .decide())
                .containsExactly(new ReportMissingVolumes("Unable to attach or mount volumes: unmounted volumes=[a b], "
                        + "unattached volumes=[b], failed to process volumes=[]: timed out waiting for the condition"));
    }

    @Test
    void timeIsUp() {
        PodStateBuilder state = PodStateBuilder.of(
                        "{\"activeDeadlineSeconds\": 60, \"containers\": [{\"name\": \"c\"}]}")
                .runs("c")
                .status("startTime", "2026-01-01T11:59:00Z");

        assertThat(state.decide()).containsExactly(stop("c", 30));
        assertThat(state.view().failure()).map(PodFailure::reason).contains("DeadlineExceeded");
    }

    @Test
    void aPodIsNotForgottenBeforeItsStatusIsTold() {
        PodState view = PodStateBuilder.single("Always")
                .ended("c", 0)
                .deleted(7)
                .unprepared()
                .released()
                .volumes(new PodVolumeStatus.Unmounted())
                .view();

        assertThat(PodDecision.of(view, false)).isEmpty();
    }

    @Test
    void whatFailedAMomentAgoIsNotTriedAtOnce() {
        PodStateBuilder state = PodStateBuilder.single("Always").trouble("c", "ErrImagePull", Duration.ofSeconds(9));

        assertThat(state.decide()).containsExactly(new WaitUntil(NOW.plusSeconds(9)));
    }

    @Test
    void aContainerOfLongAgoIsRemoved() {
        PodStateBuilder state = PodStateBuilder.single("Always")
                .ended("c", 0, 1, Duration.ofMinutes(9))
                .ended("c", 1, 1, Duration.ofMinutes(5))
                .with("c", 2, new State.Running(NOW));

        assertThat(state.decide()).containsExactly(new PodAction.RemoveContainer("c0"));
    }

    @Test
    void aFailureOfAnHourAheadIsRetriedBecauseTheClockWasSetBack() {
        var state = PodStateBuilder.single("Always").trouble("c", "RunContainerError", Duration.ofHours(1));

        assertThat(state.decide()).containsExactly(new StartContainer("c", 0));
    }

    @Test
    void aContainerThatExitedAnHourAheadIsRestartedBecauseTheClockWasSetBack() {
        var state = PodStateBuilder.single("Always")
                .ended("c", 1, 1, Duration.ofHours(-1))
                .crashed("c", Duration.ofSeconds(10));

        assertThat(state.decide()).containsExactly(new StartContainer("c", 2));
    }
}
