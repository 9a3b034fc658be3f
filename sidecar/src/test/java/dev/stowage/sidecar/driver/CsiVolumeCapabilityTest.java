package dev.stowage.sidecar.driver;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stowage.csi.RpcErrorText;
import dev.stowage.csi.v1.VolumeCapability;
import dev.stowage.csi.v1.VolumeCapability.AccessMode;
import dev.stowage.k8s.json.Json;
import dev.stowage.kube.model.PersistentVolume;
import io.grpc.Status;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class CsiVolumeCapabilityTest {

    @Test
    void blockAndMountAreDistinguished() {
        assertThat(CsiVolumeCapability.block(List.of("ReadWriteOnce"), false).hasBlock())
                .isTrue();

        VolumeCapability mounted =
                CsiVolumeCapability.mount("xfs", List.of("noatime"), List.of("ReadWriteOnce"), false);
        assertThat(mounted.getMount().getFsType()).isEqualTo("xfs");
        assertThat(mounted.getMount().getMountFlagsList()).containsExactly("noatime");
        assertThat(mounted.getAccessMode().getMode()).isEqualTo(AccessMode.Mode.SINGLE_NODE_WRITER);
    }

    @Test
    void aFilesystemIsMountedWithItsOptionsAndABlockVolumeIsNot() throws IOException {
        PersistentVolume files = volume("Filesystem");
        PersistentVolume block = volume("Block");

        var mount = CsiVolumeCapability.of(files, Objects.requireNonNull(files.csi()), false);
        assertThat(mount.getMount().getFsType()).isEqualTo("xfs");
        assertThat(mount.getMount().getMountFlagsList()).containsExactly("noatime");
        assertThat(CsiVolumeCapability.of(block, Objects.requireNonNull(block.csi()), false)
                        .hasBlock())
                .isTrue();
    }

    @Test
    void aFailedCallReadsAsTheGoComponentsWriteIt() {
        assertThat(RpcErrorText.of(
                        Status.OUT_OF_RANGE.withDescription("too large").asRuntimeException()))
                .isEqualTo("rpc error: code = OutOfRange desc = too large");
        assertThat(RpcErrorText.of(Status.DEADLINE_EXCEEDED
                        .withDescription("CallOptions deadline exceeded after 9.99s")
                        .asRuntimeException()))
                .isEqualTo("rpc error: code = DeadlineExceeded desc = context deadline exceeded");
        assertThat(RpcErrorText.of(new IllegalStateException())).isEqualTo("IllegalStateException");
    }

    private static PersistentVolume volume(String mode) throws IOException {
        String json = """
                {"metadata": {"name": "v"}, "spec": {"volumeMode": "%s", "accessModes": ["ReadWriteOnce"],
                 "mountOptions": ["noatime"], "csi": {"driver": "d", "volumeHandle": "h", "fsType": "xfs"}}}
                """.formatted(mode);
        return PersistentVolume.read(Json.read(json.getBytes(StandardCharsets.UTF_8)));
    }
}
