package dev.stowage.sidecar.program;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class UpstreamFlagsTest {

    /// Flags of earlier releases that charts still set.
    private static final Set<String> BYGONE =
            Set.of("enable-leader-election", "leader-election-type", "provisioner", "connection-timeout");

    static Stream<RoleName> roles() {
        return Stream.concat(
                Stream.of(RoleName.LIVENESS, RoleName.REGISTRAR),
                RoleDefinition.all().stream()
                        .map(RoleDefinition::name)
                        .filter(role -> !role.program().isEmpty()));
    }

    @ParameterizedTest
    @MethodSource("roles")
    void roleAloneHasTheFlagsAndDefaultsOfItsProgram(RoleName role) throws Exception {
        Map<String, String> ours = new TreeMap<>(UpstreamFlags.ours(Optional.of(role), EmptyEnvironment.environment()));
        Map<String, String> theirs = UpstreamFlags.theirs(role);
        BYGONE.stream().filter(flag -> !theirs.containsKey(flag)).forEach(ours::remove);
        StowageFlags.of(role).forEach(ours::remove);
        assertThat(ours).isEqualTo(theirs);
    }

    @ParameterizedTest
    @MethodSource("roles")
    void allTogetherHaveEveryFlagOfEachProgram(RoleName role) throws Exception {
        assertThat(UpstreamFlags.ours(Optional.empty(), EmptyEnvironment.environment())
                        .keySet())
                .containsAll(UpstreamFlags.theirs(role).keySet());
    }

    @Test
    void rolesThatDisagreeHaveFlagsOfTheirOwn() {
        assertThat(UpstreamFlags.ours(Optional.empty(), EmptyEnvironment.environment())
                        .keySet())
                .containsAll(List.of("timeout", "registrar-timeout", "liveness-health-port", "registrar-health-port"));
    }
}
