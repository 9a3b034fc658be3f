package dev.stowage.sidecar.healthmonitor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.stowage.csi.v1.ControllerServiceCapability.RPC;
import dev.stowage.sidecar.healthmonitor.HealthDecision.Abnormal;
import dev.stowage.sidecar.healthmonitor.HealthDecision.Normal;
import dev.stowage.sidecar.healthmonitor.HealthDecision.Nothing;
import dev.stowage.sidecar.healthmonitor.HealthDecision.ReportedHealth;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class HealthMonitorDecisionsTest {
    private static final Instant NOW = Instant.parse("2026-01-01T12:00:00Z");
    private static final HealthState WELL = new HealthState.Healthy();
    private static final HealthState ILL = new HealthState.Unhealthy("slow", List.of());

    private static ReportedHealth said(String message, int minutesAgo) {
        return new ReportedHealth(message, NOW.minus(Duration.ofMinutes(minutesAgo)));
    }

    static Stream<Arguments> news() {
        return Stream.of(
                arguments("always well", WELL, null, new Nothing()),
                arguments("well again", WELL, said("slow", 1), new Normal()),
                arguments("well again after long", WELL, said("slow", 500), new Normal()),
                arguments("first trouble", ILL, null, new Abnormal("slow")),
                arguments("same trouble", ILL, said("slow", 49), new Nothing()),
                arguments(
                        "same trouble for so long that the event is forgotten",
                        ILL,
                        said("slow", 51),
                        new Abnormal("slow")),
                arguments("other trouble", ILL, said("gone", 1), new Abnormal("slow")));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource
    void news(String what, HealthState state, @Nullable ReportedHealth reportedHealth, HealthDecision expected) {
        assertThat(HealthDecision.decide(state, reportedHealth, NOW)).isEqualTo(expected);
    }

    static Stream<Arguments> nodes() {
        Instant justNow = NOW.minusSeconds(60);
        Instant longAgo = NOW.minusSeconds(301);
        return Stream.of(
                arguments("well", null, true, true, new NodeFailure.Nothing()),
                arguments(
                        "a hiccup that is over",
                        new NodeFailure(justNow, false),
                        true,
                        true,
                        new NodeFailure.Nothing()),
                arguments("just now", null, true, false, new NodeFailure.CheckAgain(Duration.ofMinutes(5))),
                arguments(
                        "a minute ago",
                        new NodeFailure(justNow, false),
                        true,
                        false,
                        new NodeFailure.CheckAgain(Duration.ofMinutes(4))),
                arguments("too long", new NodeFailure(longAgo, false), true, false, new NodeFailure.ReportFailed()),
                arguments("told already", new NodeFailure(longAgo, true), true, false, new NodeFailure.Nothing()),
                arguments("back", new NodeFailure(longAgo, true), true, true, new NodeFailure.ReportRecovered()),
                arguments("gone", null, false, false, new NodeFailure.ReportFailed()),
                arguments(
                        "gone after it was told",
                        new NodeFailure(longAgo, true),
                        false,
                        false,
                        new NodeFailure.Nothing()));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource
    void nodes(String what, @Nullable NodeFailure known, boolean there, boolean ready, NodeFailure.Action expected) {
        assertThat(NodeFailure.decide(known, there, ready, NOW)).isEqualTo(expected);
    }

    static Stream<Arguments> ways() {
        return Stream.of(
                arguments(Set.of(), null),
                arguments(Set.of(RPC.Type.LIST_VOLUMES, RPC.Type.GET_VOLUME), null),
                arguments(Set.of(RPC.Type.VOLUME_CONDITION), null),
                arguments(
                        Set.of(RPC.Type.VOLUME_CONDITION, RPC.Type.GET_VOLUME), HealthCalls.HealthMethod.GET_CONDITION),
                arguments(
                        Set.of(RPC.Type.VOLUME_CONDITION, RPC.Type.GET_VOLUME, RPC.Type.LIST_VOLUMES),
                        HealthCalls.HealthMethod.LIST_CONDITIONS),
                arguments(
                        Set.of(RPC.Type.VOLUME_CONDITION, RPC.Type.LIST_VOLUMES, RPC.Type.GET_VOLUME_HEALTH),
                        HealthCalls.HealthMethod.GET_HEALTH),
                arguments(
                        Set.of(RPC.Type.GET_VOLUME_HEALTH, RPC.Type.LIST_VOLUME_HEALTH),
                        HealthCalls.HealthMethod.LIST_HEALTH));
    }

    @ParameterizedTest
    @MethodSource
    void ways(Set<RPC.Type> has, HealthCalls.@Nullable HealthMethod best) {
        assertThat(HealthCalls.HealthMethod.of(has::contains)).isEqualTo(Optional.ofNullable(best));
    }

    @Test
    void manyVolumesMakeALongRound() {
        var options = new HealthMonitorOptions(
                Duration.ofMinutes(1), Duration.ofMinutes(5), Duration.ofSeconds(15), 10, false, "");

        assertThat(HealthCheckWorker.length(0, options)).isEqualTo(Duration.ofMinutes(1));
        assertThat(HealthCheckWorker.length(600, options)).isEqualTo(Duration.ofMinutes(1));
        assertThat(HealthCheckWorker.length(12_000, options)).isEqualTo(Duration.ofMinutes(20));
    }
}
