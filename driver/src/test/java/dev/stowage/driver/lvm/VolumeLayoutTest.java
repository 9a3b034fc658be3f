package dev.stowage.driver.lvm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stowage.sdk.CsiException;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// What a storage class says about the disks of a volume.
class VolumeLayoutTest {

    @Test
    void aClassChoosesStripesOrMirrors() throws CsiException {
        assertThat(VolumeLayout.of(Map.of())).isEqualTo(VolumeLayout.LINEAR);
        assertThat(VolumeLayout.of(Map.of("stripes", "3")).disks()).isEqualTo(3);
        assertThat(VolumeLayout.of(Map.of("mirrors", "1")).disks()).isEqualTo(2);
        assertThat(VolumeLayout.of(Map.of("mirrors", "1")).arguments())
                .containsExactly("--type", "raid1", "--mirrors", "1");
    }

    @ParameterizedTest
    @CsvSource({"0,0", "2,1", "x,0", "1,-1", "1,--force", "10,0"})
    void anythingElseIsRefused(String stripes, String mirrors) {
        assertThatThrownBy(() -> VolumeLayout.of(Map.of("stripes", stripes, "mirrors", mirrors)))
                .isInstanceOf(CsiException.class)
                .hasMessageContaining("parameter");
    }
}
