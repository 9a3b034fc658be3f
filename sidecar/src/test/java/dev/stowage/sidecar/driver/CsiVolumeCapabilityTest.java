package dev.stowage.sidecar.driver;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stowage.csi.v1.VolumeCapability;
import dev.stowage.csi.v1.VolumeCapability.AccessMode;
import java.util.List;
import org.junit.jupiter.api.Test;

class CsiVolumeCapabilityTest {

    @Test
    void blockAndMountAreToldApart() {
        assertThat(CsiVolumeCapability.block(List.of("ReadWriteOnce"), false).hasBlock())
                .isTrue();

        VolumeCapability mounted =
                CsiVolumeCapability.mount("xfs", List.of("noatime"), List.of("ReadWriteOnce"), false);
        assertThat(mounted.getMount().getFsType()).isEqualTo("xfs");
        assertThat(mounted.getMount().getMountFlagsList()).containsExactly("noatime");
        assertThat(mounted.getAccessMode().getMode()).isEqualTo(AccessMode.Mode.SINGLE_NODE_WRITER);
    }
}
