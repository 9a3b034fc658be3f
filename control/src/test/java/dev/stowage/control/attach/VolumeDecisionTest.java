package dev.stowage.control.attach;

import static dev.stowage.control.attach.Given.EXCLUSIVE;
import static dev.stowage.control.attach.Given.NOW;
import static dev.stowage.control.attach.Given.SHARED;
import static dev.stowage.control.attach.Given.decide;
import static dev.stowage.control.attach.Given.memory;
import static dev.stowage.control.attach.Given.on;
import static dev.stowage.control.attach.Given.view;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/// Where volumes come, and who waits for whom.
class VolumeDecisionTest {

    @Test
    void nothingWantedAndNothingThereIsNothingToDo() {
        VolumePlan plan = decide(view(EXCLUSIVE));

        assertThat(plan.acts()).isEmpty();
        assertThat(plan.nodes()).isEmpty();
        assertThat(plan.again()).isNull();
    }

    @Test
    void wantedVolumeIsAttachedOnce() {
        assertThat(Told.of(
                        decide(view(EXCLUSIVE, on("a").wantedBy("ns/p", "ns/q").link()))
                                .acts()))
                .containsExactly("create a");
    }

    @Test
    void sharedVolumeIsAttachedWhereverItIsWanted() {
        VolumePlan plan = decide(view(
                SHARED,
                on("a").attached().wantedBy("ns/p").link(),
                on("b").wantedBy("ns/q").link()));

        assertThat(Told.of(plan.acts())).containsExactly("create b");
    }

    @Test
    void nodeThatIsNotManagedOrGoneGetsNothing() {
        assertThat(decide(view(EXCLUSIVE, on("a").unmanaged().wantedBy("ns/p").link()))
                        .acts())
                .isEmpty();
        assertThat(decide(view(EXCLUSIVE, on("a").gone().wantedBy("ns/p").link()))
                        .acts())
                .isEmpty();
    }

    @Test
    void ofTwoThatWantAnExclusiveVolumeTheOlderPodGetsIt() {
        VolumePlan plan = decide(view(
                EXCLUSIVE,
                on("a").wantedBy("ns/young", NOW.minusSeconds(1)).link(),
                on("b").wantedBy("ns/old", NOW.minusSeconds(9)).link()));

        assertThat(Told.of(plan.acts())).containsExactly("create b");
    }

    @Test
    void attachedVolumeIsToldByItsNode() {
        VolumePlan plan = decide(
                view(EXCLUSIVE, on("a").attached().unreported().wantedBy("ns/p").link()));

        assertThat(plan.acts()).isEmpty();
        assertThat(plan.nodes()).containsExactly("a");
    }

    @Test
    void attachedAndToldVolumeStaysAsItIs() {
        VolumePlan plan =
                decide(view(EXCLUSIVE, on("a").attached().wantedBy("ns/p").link()));

        assertThat(plan.acts()).isEmpty();
        assertThat(plan.nodes()).isEmpty();
    }

    @Test
    void podThatComesBackInTimeKeepsTheVolume() {
        for (Handover reached : List.of(Handover.ASKED, Handover.CLEARED)) {
            VolumePlan plan = decide(view(
                    EXCLUSIVE,
                    on("a").attached()
                            .unreported()
                            .handover(reached)
                            .unwantedSince(NOW.minusSeconds(5))
                            .wantedBy("ns/p")
                            .link()));

            assertThat(plan.acts()).isEmpty();
            assertThat(plan.nodes()).containsExactly("a");
            assertThat(memory(plan, "a").handover()).isEqualTo(Handover.NONE);
            assertThat(memory(plan, "a").unwantedSince()).isNull();
        }
    }

    @Test
    void podThatComesBackTooLateWaitsForTheDetach() {
        VolumePlan plan = decide(view(
                EXCLUSIVE,
                on("a").attached()
                        .unreported()
                        .handover(Handover.LET_GO)
                        .wantedBy("ns/p")
                        .link()));

        assertThat(plan.acts()).isEmpty();
        assertThat(plan.nodes()).isEmpty();
        assertThat(memory(plan, "a").handover()).isEqualTo(Handover.LET_GO);
        assertThat(decide(view(
                                EXCLUSIVE,
                                on("a").attached().leaving().wantedBy("ns/p").link()))
                        .acts())
                .isEmpty();
    }

    @Test
    void stuckDetachIsToldToWhoWaitsForIt() {
        Link link = on("a").stuck("busy").wantedBy("ns/p").link();

        VolumePlan plan = decide(view(EXCLUSIVE, link));
        assertThat(Told.of(plan.acts()))
                .containsExactly("ns/p FailedAttachVolume AttachVolume.Attach failed for volume \"pv\" : volume"
                        + " attachment is being deleted");
        assertThat(decide(view(
                                EXCLUSIVE,
                                on("a").stuck("busy")
                                        .wantedBy("ns/p")
                                        .remembering(memory(plan, "a"))
                                        .link()))
                        .acts())
                .isEmpty();
    }

    @Test
    void whatIsOnItsWayOutIsWaitedForInSilence() {
        for (Link holder : List.of(
                on("a").attached().link(),
                on("a").attached().unreported().handover(Handover.CLEARED).link(),
                on("a").attached().handover(Handover.LET_GO).link(),
                on("a").attached().leaving().link(),
                on("a").attaching().wantedBy("ns/other").link())) {
            VolumePlan plan =
                    decide(view(EXCLUSIVE, holder, on("b").wantedBy("ns/p").link()));

            assertThat(Told.of(plan.acts())).doesNotContain("create b").noneMatch(act -> act.contains("ns/p"));
        }
    }

    @Test
    void whatStaysElsewhereIsToldOnce() {
        Link holder = on("a").attached().inUse().link();
        VolumePlan plan =
                decide(view(EXCLUSIVE, holder, on("b").wantedBy("ns/p").link()));

        assertThat(Told.of(plan.acts()))
                .containsExactly("ns/p FailedAttachVolume Multi-Attach error for volume \"pv\" Volume is already"
                        + " exclusively attached to one node and can't be attached to another");
        Link told = on("b").wantedBy("ns/p").remembering(memory(plan, "b")).link();
        assertThat(decide(view(EXCLUSIVE, holder, told)).acts()).isEmpty();
    }

    @Test
    void troubleElsewhereIsToldAsWell() {
        assertThat(Told.of(decide(view(
                                EXCLUSIVE,
                                on("a").stuck("busy").link(),
                                on("b").wantedBy("ns/p").link()))
                        .acts()))
                .singleElement()
                .asString()
                .contains("Multi-Attach error");
        assertThat(Told.of(decide(view(
                                EXCLUSIVE,
                                on("a").failing("no").wantedBy("ns/q").link(),
                                on("b").wantedBy("ns/p").link()))
                        .acts()))
                .anyMatch(act -> act.startsWith("ns/p") && act.endsWith("Volume is already used by pod(s) q"));
    }

    @Test
    void podsThatUseItElsewhereAreNamedWithinTheirNamespace() {
        Map<List<String>, String> cases = Map.of(
                List.of("ns1/p2"), "Volume is already used by pod(s) p2",
                List.of("ns2/p2"), "Volume is already used by 1 pod(s) in different namespaces",
                List.of("ns2/p2", "ns1/p3"), "Volume is already used by pod(s) p3 and 1 pod(s) in different namespaces",
                List.of("ns1/p3", "ns1/p2"), "Volume is already used by pod(s) p2, p3");
        cases.forEach((users, expected) -> {
            VolumePlan plan = decide(view(
                    EXCLUSIVE,
                    on("a").attached().wantedBy(users.toArray(String[]::new)).link(),
                    on("b").wantedBy("ns1/p1").link()));

            assertThat(Told.of(plan.acts()))
                    .containsExactly("ns1/p1 FailedAttachVolume Multi-Attach error for volume \"pv\" " + expected);
        });
    }

    @Test
    void attachmentOfSomebodyElseKeepsAnExclusiveVolumeAway() {
        Link link = on("b").wantedBy("ns/p").link();

        assertThat(Told.of(decide(new VolumeView(EXCLUSIVE, List.of(link), Set.of("a")))
                        .acts()))
                .singleElement()
                .asString()
                .contains("Multi-Attach error");
        assertThat(Told.of(decide(new VolumeView(EXCLUSIVE, List.of(link), Set.of("b")))
                        .acts()))
                .containsExactly("create b");
        assertThat(Told.of(decide(new VolumeView(SHARED, List.of(link), Set.of("a")))
                        .acts()))
                .containsExactly("create b");
    }

    @Test
    void failureIsToldEachTimeTheAttacherTries() {
        VolumePlan plan = decide(
                view(EXCLUSIVE, on("a").failing("no slot").wantedBy("ns/p").link()));

        assertThat(Told.of(plan.acts()))
                .containsExactly("ns/p FailedAttachVolume AttachVolume.Attach failed for volume \"pv\" : no slot");
        assertThat(decide(view(
                                EXCLUSIVE,
                                on("a").failing("no slot")
                                        .wantedBy("ns/p")
                                        .remembering(memory(plan, "a"))
                                        .link()))
                        .acts())
                .isEmpty();
        assertThat(decide(view(
                                EXCLUSIVE,
                                on("a").failing("other")
                                        .wantedBy("ns/p")
                                        .remembering(memory(plan, "a"))
                                        .link()))
                        .acts())
                .hasSize(1);
    }

    @Test
    void attachmentThatTakesLongIsTold() {
        Link link = on("a").attaching().wantedBy("ns/p").link();

        VolumePlan waiting = VolumeDecision.of(view(EXCLUSIVE, link), Given.OPTIONS, NOW);
        assertThat(waiting.acts()).isEmpty();
        assertThat(waiting.again()).isEqualTo(NOW.plusSeconds(60));

        VolumePlan late = VolumeDecision.of(view(EXCLUSIVE, link), Given.OPTIONS, NOW.plusSeconds(60));
        assertThat(Told.of(late.acts()))
                .containsExactly("ns/p FailedAttachVolume AttachVolume.Attach failed for volume \"pv\" : timed out"
                        + " waiting for external-attacher of d CSI driver to attach volume h");
        assertThat(late.again()).isEqualTo(NOW.plusSeconds(180));
    }
}
