package dev.stowage.control.attach;

import static dev.stowage.control.attach.Given.EXCLUSIVE;
import static dev.stowage.control.attach.Given.NOW;
import static dev.stowage.control.attach.Given.SHARED;
import static dev.stowage.control.attach.Given.decide;
import static dev.stowage.control.attach.Given.memory;
import static dev.stowage.control.attach.Given.on;
import static dev.stowage.control.attach.Given.view;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Where volumes leave.
class ReleaseTest {
    private static final Instant LONG_AGO = NOW.minus(Duration.ofHours(1));

    @Test
    void statusIsClearedBeforeTheAttachmentGoes() {
        VolumePlan first = decide(view(EXCLUSIVE, on("a").attached().link()));
        assertThat(first.acts()).isEmpty();
        assertThat(first.nodes()).containsExactly("a");
        assertThat(memory(first, "a").handover()).isEqualTo(Handover.ASKED);

        VolumePlan asked = decide(
                view(EXCLUSIVE, on("a").attached().handover(Handover.ASKED).link()));
        assertThat(asked.acts()).isEmpty();

        VolumePlan cleared = decide(view(
                EXCLUSIVE,
                on("a").attached().unreported().handover(Handover.CLEARED).link()));
        assertThat(Told.of(cleared.acts())).containsExactly("remove a");
        assertThat(memory(cleared, "a").handover()).isEqualTo(Handover.LET_GO);
        assertThat(cleared.forced()).isEmpty();
    }

    @Test
    void attachmentStaysWhileTheStatusTellsItAfterAll() {
        VolumePlan plan = decide(
                view(EXCLUSIVE, on("a").attached().handover(Handover.CLEARED).link()));

        assertThat(plan.acts()).isEmpty();
        assertThat(memory(plan, "a").handover()).isEqualTo(Handover.ASKED);
        assertThat(plan.nodes()).containsExactly("a");
    }

    @Test
    void attachmentIsRemovedOnce() {
        assertThat(decide(view(
                                EXCLUSIVE,
                                on("a").attached().handover(Handover.LET_GO).link()))
                        .acts())
                .isEmpty();
        assertThat(decide(view(EXCLUSIVE, on("a").stuck("busy").link())).acts()).isEmpty();
    }

    @Test
    void attachmentThatNeverSucceededLeavesInTheSameWay() {
        for (Link link :
                List.of(on("a").attaching().link(), on("a").failing("no").link())) {
            VolumePlan plan = decide(view(SHARED, link));

            assertThat(plan.acts()).isEmpty();
            assertThat(plan.nodes()).containsExactly("a");
        }
        assertThat(Told.of(decide(view(
                                SHARED,
                                on("a").failing("no").handover(Handover.CLEARED).link()))
                        .acts()))
                .containsExactly("remove a");
    }

    @Test
    void whatIsForgottenOfAnAttachmentIsForgottenWithIt() {
        Link again = new Link(
                new Site("a", true, true, true, null, false),
                List.of(),
                Given.attachment("a", "'attached': true", ""),
                false,
                false,
                new Memory("u-another", Handover.CLEARED, LONG_AGO, false, "", null));

        assertThat(decide(view(EXCLUSIVE, again)).acts()).isEmpty();
        assertThat(memory(
                        decide(view(EXCLUSIVE, on("a").handover(Handover.LET_GO).link())), "a"))
                .isEqualTo(Memory.NOTHING);
    }

    @Test
    void readyNodeKeepsWhatItUsesHoweverLong() {
        for (Link link : List.of(
                on("a").attached().inUse().unwantedSince(LONG_AGO).link(),
                on("a").attached()
                        .inUse()
                        .unwantedSince(LONG_AGO)
                        .outOfService()
                        .link(),
                on("a").attached()
                        .inUse()
                        .unwantedSince(LONG_AGO)
                        .handover(Handover.CLEARED)
                        .unreported()
                        .link())) {
            VolumePlan plan = decide(view(EXCLUSIVE, link));

            assertThat(plan.acts()).isEmpty();
            assertThat(plan.nodes()).isEmpty();
            assertThat(plan.again()).isNull();
        }
    }

    @Test
    void timeBeginsWhenNobodyWantsItAndTheNodeIsNotReady() {
        record Case(Instant unwanted, Instant unready, Instant due) {}
        Instant fiveMinutesAgo = NOW.minus(Duration.ofMinutes(5));
        Instant oneMinuteAgo = NOW.minus(Duration.ofMinutes(1));
        for (Case one : List.of(
                new Case(fiveMinutesAgo, LONG_AGO, NOW.plus(Duration.ofMinutes(1))),
                new Case(LONG_AGO, oneMinuteAgo, NOW.plus(Duration.ofMinutes(5))),
                new Case(NOW, LONG_AGO, NOW.plus(Duration.ofMinutes(6))))) {
            VolumePlan plan = decide(view(
                    EXCLUSIVE,
                    on("a").attached()
                            .inUse()
                            .unready(one.unready())
                            .unwantedSince(one.unwanted())
                            .link()));

            assertThat(plan.acts()).isEmpty();
            assertThat(plan.nodes()).isEmpty();
            assertThat(plan.again()).isEqualTo(one.due());
        }
    }

    @Test
    void deadNodeLosesItsVolumesAfterThatTime() {
        Given.Building link = on("a").attached().inUse().unready(LONG_AGO).unwantedSince(LONG_AGO);
        assertThat(decide(view(EXCLUSIVE, link.link())).nodes()).containsExactly("a");

        VolumePlan plan = decide(
                view(EXCLUSIVE, link.unreported().handover(Handover.CLEARED).link()));
        assertThat(Told.of(plan.acts())).containsExactly("remove a");
        assertThat(plan.forced()).containsEntry("a", Release.Why.TIMEOUT);
    }

    @Test
    void timeAloneForcesNothingWhenItShallNot() {
        var never = new AttachOptions(false, Duration.ofMinutes(6), Duration.ofMinutes(1), true);
        Given.Building link = on("a").attached().inUse().unready(LONG_AGO).unwantedSince(LONG_AGO);

        VolumePlan plan = VolumeDecision.of(view(EXCLUSIVE, link.link()), never, NOW);
        assertThat(plan.nodes()).isEmpty();
        assertThat(plan.again()).isNull();
        assertThat(VolumeDecision.of(view(EXCLUSIVE, link.outOfService().link()), never, NOW)
                        .nodes())
                .containsExactly("a");
        assertThat(VolumeDecision.of(view(EXCLUSIVE, link.gone().link()), never, NOW)
                        .nodes())
                .containsExactly("a");
    }

    @Test
    void nodeOutOfServiceLosesItsVolumesAtOnce() {
        VolumePlan plan = decide(view(
                EXCLUSIVE,
                on("a").attached()
                        .inUse()
                        .unready(NOW)
                        .outOfService()
                        .unreported()
                        .handover(Handover.CLEARED)
                        .link()));

        assertThat(Told.of(plan.acts())).containsExactly("remove a");
        assertThat(plan.forced()).containsEntry("a", Release.Why.OUT_OF_SERVICE);
    }

    @Test
    void nodeThatIsNotReadyWithoutTheTaintKeepsThemForTheTime() {
        VolumePlan plan =
                decide(view(EXCLUSIVE, on("a").attached().inUse().unready(null).link()));

        assertThat(plan.nodes()).isEmpty();
        assertThat(plan.again()).isEqualTo(NOW.plus(Duration.ofMinutes(6)));
    }

    @Test
    void deletedNodeLosesWhatItUsedAfterTheTimeAndTheRestAtOnce() {
        VolumePlan used =
                decide(view(EXCLUSIVE, on("a").attached().gone().inUse().link()));
        assertThat(used.nodes()).isEmpty();
        assertThat(used.again()).isEqualTo(NOW.plus(Duration.ofMinutes(6)));

        assertThat(decide(view(EXCLUSIVE, on("a").attached().gone().link())).nodes())
                .containsExactly("a");
    }

    @Test
    void attachmentOfAVolumeThatIsGoneIsCollected() {
        var view = new VolumeView(
                null,
                List.of(on("a").attached()
                        .unreported()
                        .handover(Handover.CLEARED)
                        .link()),
                java.util.Set.of());

        assertThat(Told.of(decide(view).acts())).containsExactly("remove a");
    }

    @Test
    void sharedVolumeLeavesOneNodeAndStaysOnTheOther() {
        VolumePlan plan = decide(view(
                SHARED,
                on("a").attached().unreported().handover(Handover.CLEARED).link(),
                on("b").attached().wantedBy("ns/p").link()));

        assertThat(Told.of(plan.acts())).containsExactly("remove a");
    }
}
