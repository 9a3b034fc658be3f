package dev.stowage.sidecar.driver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.stowage.csi.v1.VolumeCapability.AccessMode;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AccessModesTest {

    @ParameterizedTest
    @CsvSource({
        "ReadWriteOnce, false, SINGLE_NODE_WRITER",
        "ReadWriteOnce, true, SINGLE_NODE_MULTI_WRITER",
        "ReadWriteOncePod, false, SINGLE_NODE_WRITER",
        "ReadWriteOncePod, true, SINGLE_NODE_SINGLE_WRITER",
        "ReadOnlyMany, false, MULTI_NODE_READER_ONLY",
        "ReadOnlyMany, true, MULTI_NODE_READER_ONLY",
        "ReadWriteMany, true, MULTI_NODE_MULTI_WRITER",
        "ReadWriteMany+ReadOnlyMany+ReadWriteOnce, false, MULTI_NODE_MULTI_WRITER",
    })
    void modesOfKubernetesHaveOneWordInCsi(String modes, boolean multiWriter, AccessMode.Mode expected) {
        assertThat(AccessModes.of(List.of(modes.split("\\+", -1)), multiWriter)).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource({"ReadWriteOnce+ReadOnlyMany", "ReadWriteOncePod+ReadWriteOnce", "Sideways", "''"})
    void whatHasNoWordIsRefused(String modes) {
        assertThatIllegalArgumentException().isThrownBy(() -> AccessModes.of(List.of(modes.split("\\+", -1)), true));
    }
}
