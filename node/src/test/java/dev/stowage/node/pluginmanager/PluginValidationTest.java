package dev.stowage.node.pluginmanager;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stowage.csi.registration.v1.PluginInfo;
import dev.stowage.node.pluginmanager.PluginValidation.Accepted;
import dev.stowage.node.pluginmanager.PluginValidation.Rejected;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class PluginValidationTest {
    private static final Path SOCKET = Path.of("/registry/a.sock");

    private static PluginInfo.Builder info() {
        return PluginInfo.newBuilder()
                .setType("CSIPlugin")
                .setName("a.example.com")
                .setEndpoint("/plugins/a/csi.sock")
                .addSupportedVersions("1.0.0");
    }

    private static PluginValidation judge(PluginInfo.Builder info, String registered) {
        return PluginValidation.validate(info.build(), SOCKET, _ -> CsiVersion.parse(registered));
    }

    private static String refusal(PluginInfo.Builder info, String registered) {
        return judge(info, registered) instanceof Rejected(String why) ? why : "";
    }

    @Test
    void aDriverIsCalledWhereItSaysAndElseAtItsRegistrationSocket() {
        assertThat(judge(info(), "")).isInstanceOfSatisfying(Accepted.class, accepted -> {
            assertThat(accepted.name()).isEqualTo("a.example.com");
            assertThat(accepted.endpoint().socket()).isEqualTo(Path.of("/plugins/a/csi.sock"));
        });
        assertThat(judge(info().clearEndpoint(), ""))
                .isInstanceOfSatisfying(
                        Accepted.class,
                        accepted -> assertThat(accepted.endpoint().socket()).isEqualTo(SOCKET));
    }

    @Test
    void onlyDriversAreTaken() {
        assertThat(refusal(info().setType("DRAPlugin"), ""))
                .isEqualTo("RegisterPlugin error -- no handler registered for plugin type: DRAPlugin"
                        + " at socket /registry/a.sock");
    }

    @Test
    void versionsAreNeededAndOneOfThemKnown() {
        assertThat(refusal(info().clearSupportedVersions(), ""))
                .isEqualTo("RegisterPlugin error -- plugin validation failed with err: validation failed for CSI Driver"
                        + " a.example.com at endpoint /plugins/a/csi.sock: kubernetes.io/csi: ValidatePlugin for CSI"
                        + " driver \"a.example.com\" failed. Plugin returned an empty list for supported versions");
        assertThat(refusal(info().clearSupportedVersions().addAllSupportedVersions(List.of("2.0.0", "x")), ""))
                .contains("None of the versions specified [\"2.0.0\" \"x\"] are supported");
    }

    @Test
    void aNameThatIsTakenNeedsAHigherVersion() {
        assertThat(refusal(info(), "1.0.0"))
                .endsWith("Another driver with the same name is already registered with a higher supported version:"
                        + " \"1.0.0\"");
        assertThat(judge(info().addSupportedVersions("1.0.1"), "1.0.0")).isInstanceOf(Accepted.class);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "..", "a/b", "-a", "a b", "0123456789012345678901234567890123456789012345678901234567890123"
            })
    void aNameThatCouldBeNoFolderIsRefused(String name) {
        assertThat(judge(info().setName(name), "")).isInstanceOf(Rejected.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"tcp://localhost:99", "relative.sock"})
    void anEndpointThatIsNoSocketIsRefused(String endpoint) {
        assertThat(Optional.of(judge(info().setEndpoint(endpoint), ""))).containsInstanceOf(Rejected.class);
    }
}
