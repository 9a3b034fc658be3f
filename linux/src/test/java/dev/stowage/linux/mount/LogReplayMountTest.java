package dev.stowage.linux.mount;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stowage.linux.LinuxException;
import dev.stowage.linux.ScratchDirectory;
import dev.stowage.linux.block.LoopDevice;
import dev.stowage.linux.block.LoopDevices;
import dev.stowage.linux.mountinfo.MountPoint;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class LogReplayMountTest {
    private static final int FEATURES = 0x460;
    private static final int NEEDS_RECOVERY = 4;

    @RegisterExtension
    final ScratchDirectory scratch = new ScratchDirectory();

    @BeforeEach
    void assume() throws Exception {
        scratch.assumeLoopDevicesAllowed();
    }

    @Test
    void logOfACopyIsReplayedAndNothingStaysMounted() throws Exception {
        scratch.mounted("ext4", "disk", 8 << 20);
        Path copy = scratch.path().resolve("copy");
        Files.copy(scratch.path().resolve("disk.img"), copy);
        assertThat(features(copy) & NEEDS_RECOVERY).isNotZero();
        LoopDevice device = LoopDevices.system().attach(copy, false);

        LogReplayMount.once(device.node(), "ext4", List.of("nodiscard", "errors=remount-ro"));

        assertThat(features(device.node()) & NEEDS_RECOVERY).isZero();
        assertThat(Mounts.system().table())
                .extracting(MountPoint::source)
                .doesNotContain(device.node().toString());
    }

    @Test
    void whatIsNoFileSystemIsRefused() throws Exception {
        LoopDevice device = LoopDevices.system().attach(scratch.image("blank", 8 << 20), false);

        assertThatThrownBy(() -> LogReplayMount.once(device.node(), "ext4", List.of()))
                .isInstanceOf(LinuxException.class)
                .hasMessageContaining(device.node().toString());
    }

    private static int features(Path device) throws Exception {
        try (var file = Files.newByteChannel(device)) {
            ByteBuffer bytes = ByteBuffer.allocate(4).order(ByteOrder.LITTLE_ENDIAN);
            file.position(FEATURES).read(bytes);
            return bytes.getInt(0);
        }
    }
}
