package dev.stowage.sim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stowage.control.protection.ClaimProtectionController;
import dev.stowage.control.protection.VolumeProtectionController;
import dev.stowage.kube.controller.ControllerContext;
import dev.stowage.kube.manager.ControllerRole;
import java.util.List;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SimulationTest {
    private static final int STEPS = 1500;

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20})
    void nothingThatMustNotBeAndAllComesRight(long seed) throws Exception {
        Simulation.Summary summary = new Simulation(seed, ControllerSet.standard()).run(STEPS);

        assertThat(summary.writes()).isGreaterThan(50);
    }

    @Test
    void sameSeedGivesTheSameRun() throws Exception {
        Simulation.Summary first = new Simulation(42, ControllerSet.standard()).run(STEPS);

        assertThat(new Simulation(42, ControllerSet.standard()).run(STEPS)).isEqualTo(first);
    }

    @Test
    void whoDetachesWithoutAskingIsFoundOut() {
        assertFoundOut(
                List.of(
                        ControllerSet::binder,
                        ControllerSet::attachDetach,
                        ClaimProtectionController::new,
                        VolumeProtectionController::new,
                        FlawedController::detaching),
                "which has it mounted");
    }

    @Test
    void whoAttachesWithoutAskingIsFoundOut() {
        assertFoundOut(
                List.of(
                        ControllerSet::binder,
                        ControllerSet::attachDetach,
                        ClaimProtectionController::new,
                        VolumeProtectionController::new,
                        FlawedController::attaching),
                "is attached to");
    }

    @Test
    void whoTakesAnotherClaimsVolumeIsFoundOut() {
        assertFoundOut(
                List.of(
                        ControllerSet::binder,
                        ControllerSet::attachDetach,
                        ClaimProtectionController::new,
                        VolumeProtectionController::new,
                        FlawedController::stealing),
                "belongs to|is Lost");
    }

    @Test
    void whatNeverComesAboutIsFoundOut() {
        assertFoundOut(
                List.of(ControllerSet::binder, ClaimProtectionController::new, VolumeProtectionController::new),
                "waits for its volume");
    }

    private static void assertFoundOut(List<Function<ControllerContext, ControllerRole>> cast, String words) {
        assertThatThrownBy(() -> {
                    for (long seed = 1; seed <= 20; seed++) {
                        new Simulation(seed, cast).run(STEPS);
                    }
                })
                .isInstanceOf(InvariantViolationException.class)
                .hasMessageMatching("(?s).*(" + words + ").*");
    }
}
