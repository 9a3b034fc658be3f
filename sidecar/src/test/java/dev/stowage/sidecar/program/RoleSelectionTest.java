package dev.stowage.sidecar.program;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stowage.csi.v1.ControllerServiceCapability.RPC;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RoleSelectionTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "CREATE_DELETE_VOLUME                          | ''                     | provisioner",
                "PUBLISH_UNPUBLISH_VOLUME                      | ''                     | attacher",
                "EXPAND_VOLUME                                 | ''                     | resizer",
                "MODIFY_VOLUME                                 | ''                     | resizer",
                "CREATE_DELETE_SNAPSHOT                        | ''                     | snapshotter",
                "LIST_VOLUME_HEALTH                            | ''                     | health",
                "VOLUME_CONDITION                              | ''                     | health",
                "CREATE_DELETE_VOLUME PUBLISH_UNPUBLISH_VOLUME | ''                     | provisioner attacher",
                "CREATE_DELETE_VOLUME                          | --roles=attacher,liveness | attacher liveness",
                "''                                            | --kubelet-registration-path=/a | registrar",
                "''                                            | --liveness-health-port=9999 | liveness",
                "GET_VOLUME                                    | ''                     | ''"
            })
    void rolesAreThoseNamedOrThoseTheDriverCallsFor(String capabilities, String flag, String roles) {
        Set<String> has = Set.of(capabilities.split(" ", -1));
        SidecarOptions options = new SidecarFlags(Optional.empty(), List.of())
                .parse(flag.isEmpty() ? List.of() : List.of(flag), EmptyEnvironment.environment())
                .orElseThrow();
        Set<String> chosen = RoleSelection.of(options, (RPC.Type type) -> has.contains(type.name())).stream()
                .map(RoleName::word)
                .collect(Collectors.toSet());
        assertThat(chosen)
                .isEqualTo(Arrays.stream(roles.split(" ", -1))
                        .filter(role -> !role.isEmpty())
                        .collect(Collectors.toSet()));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "CREATE_DELETE_VOLUME                        | ''                               | true",
                "CREATE_DELETE_VOLUME                        | --roles=provisioner,attacher     | true",
                "CREATE_DELETE_VOLUME CREATE_DELETE_SNAPSHOT | ''                               | false",
                "CREATE_DELETE_VOLUME                        | --roles=provisioner,snapshotter  | false",
                "CREATE_DELETE_VOLUME                        | --roles=attacher                 | false"
            })
    void snapshotsOfADriverThatCannotTakeThemGetAnError(String capabilities, String flag, boolean expected) {
        Set<String> has = Set.of(capabilities.split(" ", -1));
        SidecarOptions options = new SidecarFlags(Optional.empty(), List.of())
                .parse(flag.isEmpty() ? List.of() : List.of(flag), EmptyEnvironment.environment())
                .orElseThrow();
        Predicate<RPC.Type> driver = type -> has.contains(type.name());
        assertThat(RoleSelection.reportsSnapshots(options, RoleSelection.of(options, driver), driver))
                .isEqualTo(expected);
    }
}
