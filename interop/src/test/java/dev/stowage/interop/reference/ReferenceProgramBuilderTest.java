package dev.stowage.interop.reference;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

final class ReferenceProgramBuilderTest {

    @ParameterizedTest
    @EnumSource(GoModule.class)
    void recipesOfEveryModuleAreOnTheClassPath(GoModule module) {
        assertThat(module.files())
                .allSatisfy(file -> assertThat(module.text(file)).isNotBlank());
        assertThat(module.version()).matches("v\\d+\\.\\d+\\.\\d+");
    }

    @Test
    void kubernetesIsToldTheVersionThatItsModuleHas() {
        assertThat(GoModule.KUBERNETES.linkerFlags())
                .contains("version.gitVersion=" + GoModule.KUBERNETES.version() + " ")
                .contains("version.gitMajor=1 ");
    }

    @Test
    void anOlderKubectlReportsTheVersionOfKubernetesAndNotOfItsModule() {
        assertThat(GoModule.KUBECTL_1_32.version()).startsWith("v0.32.");
        assertThat(GoModule.KUBECTL_1_32.linkerFlags())
                .contains("version.gitVersion=v1.32.")
                .contains("version.gitMajor=1 ")
                .contains("version.gitMinor=32 ");
    }

    @Test
    void withoutGoTheMessageSaysWhatToInstall(@TempDir Path empty) {
        assertThatExceptionOfType(MissingToolException.class)
                .isThrownBy(() -> GoToolchain.find(List.of(empty)))
                .withMessageContaining("Install Go 1.26 or newer");
    }

    @Test
    void missingPackagesAreNamedWhenWeMayNotInstall() {
        DebianPackageInstaller packages =
                new DebianPackageInstaller(false, each -> each == DebianPackage.OPENSSL, line -> {});
        assertThatExceptionOfType(MissingToolException.class)
                .isThrownBy(() ->
                        packages.ensure(EnumSet.of(DebianPackage.ETCD, DebianPackage.OPENSSL, DebianPackage.RUNC)))
                .withMessageContaining("missing: etcd-server runc.");
    }
}
