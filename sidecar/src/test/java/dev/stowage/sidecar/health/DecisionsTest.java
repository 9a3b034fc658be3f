package dev.stowage.sidecar.health;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.stowage.csi.v1.ControllerServiceCapability.RPC;
import dev.stowage.sidecar.health.Announcement.Abnormal;
import dev.stowage.sidecar.health.Announcement.Normal;
import dev.stowage.sidecar.health.Announcement.Said;
import dev.stowage.sidecar.health.Announcement.Silence;
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

class DecisionsTest {
    private static final Instant NOW = Instant.parse("2026-01-01T12:00:00Z");
    private static final Health WELL = new Health.Well();
    private static final Health ILL = new Health.Ill("slow", List.of());

    private static Said said(String message, int minutesAgo) {
        return new Said(message, NOW.minus(Duration.ofMinutes(minutesAgo)));
    }

    static Stream<Arguments> news() {
        return Stream.of(
                arguments("always well", WELL, null, new Silence()),
                arguments("well again", WELL, said("slow", 1), new Normal()),
                arguments("well again after long", WELL, said("slow", 500), new Normal()),
                arguments("first trouble", ILL, null, new Abnormal("slow")),
                arguments("same trouble", ILL, said("slow", 49), new Silence()),
                arguments(
                        "same trouble for so long that the event is forgotten",
                        ILL,
                        said("slow", 51),
                        new Abnormal("slow")),
                arguments("other trouble", ILL, said("gone", 1), new Abnormal("slow")));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource
    void news(String what, Health health, @Nullable Said said, Announcement expected) {
        assertThat(Announcement.decide(health, said, NOW)).isEqualTo(expected);
    }

    static Stream<Arguments> nodes() {
        Instant justNow = NOW.minusSeconds(60);
        Instant longAgo = NOW.minusSeconds(301);
        return Stream.of(
                arguments("well", null, true, true, new NodeTrouble.Nothing()),
                arguments(
                        "a hiccup that is over",
                        new NodeTrouble(justNow, false),
                        true,
                        true,
                        new NodeTrouble.Nothing()),
                arguments("just now", null, true, false, new NodeTrouble.LookAgain(Duration.ofMinutes(5))),
                arguments(
                        "a minute ago",
                        new NodeTrouble(justNow, false),
                        true,
                        false,
                        new NodeTrouble.LookAgain(Duration.ofMinutes(4))),
                arguments("too long", new NodeTrouble(longAgo, false), true, false, new NodeTrouble.TellFailed()),
                arguments("told already", new NodeTrouble(longAgo, true), true, false, new NodeTrouble.Nothing()),
                arguments("back", new NodeTrouble(longAgo, true), true, true, new NodeTrouble.TellRecovered()),
                arguments("gone", null, false, false, new NodeTrouble.TellFailed()),
                arguments(
                        "gone after it was told",
                        new NodeTrouble(longAgo, true),
                        false,
                        false,
                        new NodeTrouble.Nothing()));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource
    void nodes(String what, @Nullable NodeTrouble known, boolean there, boolean ready, NodeTrouble.Step expected) {
        assertThat(NodeTrouble.decide(known, there, ready, NOW)).isEqualTo(expected);
    }

    static Stream<Arguments> ways() {
        return Stream.of(
                arguments(Set.of(), null),
                arguments(Set.of(RPC.Type.LIST_VOLUMES, RPC.Type.GET_VOLUME), null),
                arguments(Set.of(RPC.Type.VOLUME_CONDITION), null),
                arguments(Set.of(RPC.Type.VOLUME_CONDITION, RPC.Type.GET_VOLUME), Questions.Way.GET_CONDITION),
                arguments(
                        Set.of(RPC.Type.VOLUME_CONDITION, RPC.Type.GET_VOLUME, RPC.Type.LIST_VOLUMES),
                        Questions.Way.LIST_CONDITIONS),
                arguments(
                        Set.of(RPC.Type.VOLUME_CONDITION, RPC.Type.LIST_VOLUMES, RPC.Type.GET_VOLUME_HEALTH),
                        Questions.Way.GET_HEALTH),
                arguments(Set.of(RPC.Type.GET_VOLUME_HEALTH, RPC.Type.LIST_VOLUME_HEALTH), Questions.Way.LIST_HEALTH));
    }

    @ParameterizedTest
    @MethodSource
    void ways(Set<RPC.Type> has, Questions.@Nullable Way best) {
        assertThat(Questions.Way.of(has::contains)).isEqualTo(Optional.ofNullable(best));
    }

    @Test
    void manyVolumesMakeALongRound() {
        var options = new HealthMonitorOptions(
                Duration.ofMinutes(1), Duration.ofMinutes(5), Duration.ofSeconds(15), 10, false, "");

        assertThat(Rounds.length(0, options)).isEqualTo(Duration.ofMinutes(1));
        assertThat(Rounds.length(600, options)).isEqualTo(Duration.ofMinutes(1));
        assertThat(Rounds.length(12_000, options)).isEqualTo(Duration.ofMinutes(20));
    }
}
