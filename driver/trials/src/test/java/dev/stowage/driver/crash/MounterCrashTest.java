package dev.stowage.driver.crash;

import dev.stowage.driver.mounter.GlusterServer;
import dev.stowage.driver.mounter.MounterProcess;
import dev.stowage.driver.process.ScratchDirectory;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/// The lifecycle of a volume on a share that the mounter serves, which continues while the driver is killed. Nothing
/// may
/// be left on the share. Its snapshots are taken while it is published, so its class allows that.
final class MounterCrashTest {
    private static final String POOL = "home";

    @Test
    void aDirectoryOnAFuseShareSurvivesEveryDeath() throws Exception {
        MounterProcess.assumeBindfs();
        try (ScratchDirectory served = ScratchDirectory.make()) {
            survives("fuse", served, MounterProcess.bindfs(served.directory("original")));
        }
    }

    @Test
    void aDirectoryOnAVolumeOfGlusterSurvivesEveryDeath() throws Exception {
        try (ScratchDirectory served = ScratchDirectory.make();
                GlusterServer server = GlusterServer.start(served.path().resolve("gluster"))) {
            survives("glusterfs", served, server.source());
            served.unmount();
        }
    }

    private static void survives(String name, ScratchDirectory served, String source) throws Exception {
        try (MounterProcess mounter = MounterProcess.start(served.path(), Map.of(POOL, source));
                ScratchDirectory scratch = ScratchDirectory.make()) {
            Path share = served.path().resolve("shares").resolve(POOL);
            Map<String, String> whileWritten = Map.of("consistency", "none");
            CrashTest.survives(
                    new DriverVariant(
                            name, mounter.driverFlags(), "", 16, false, true, whileWritten, () -> files(share)),
                    scratch);
        }
    }

    private static List<String> files(Path share) throws IOException {
        SortedSet<String> found = new TreeSet<>();
        DriverInventory.files(share, found);
        return List.copyOf(found);
    }
}
