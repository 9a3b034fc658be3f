package dev.stowage.sdk.server;

import dev.stowage.linux.Descriptor;
import dev.stowage.linux.OpenFlags;
import dev.stowage.linux.mount.Mounts;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Set;

/// A FUSE mount whose server is this test. It is dead as soon as the test closes the device.
record DyingMount(Descriptor server) {
    private static final Path DEVICE = Path.of("/dev/fuse");

    static DyingMount at(Path target, Mounts mounts) throws IOException {
        Descriptor server = Descriptor.open(DEVICE, OpenFlags.READ_WRITE);
        mounts.mount(
                "test",
                target,
                "fuse",
                Set.of(),
                "fd=%d,rootmode=40000,user_id=0,group_id=0".formatted(server.number()));
        return new DyingMount(server);
    }

    void die() {
        server.close();
    }
}
