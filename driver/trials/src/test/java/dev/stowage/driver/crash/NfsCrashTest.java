package dev.stowage.driver.crash;

import dev.stowage.driver.nfs.TestNfsServer;
import dev.stowage.driver.process.ScratchDirectory;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// The lifecycle of a volume on an NFS share. Its snapshots are taken while it is published, so its class allows that.
@Tag("lab")
@Tag("slow")
final class NfsCrashTest {

    @Test
    void aDirectoryOnAShareSurvivesEveryDeath() throws Exception {
        try (ScratchDirectory served = ScratchDirectory.make();
                TestNfsServer server = TestNfsServer.start(served);
                ScratchDirectory scratch = ScratchDirectory.make()) {
            CrashTest.survives(
                    new DriverVariant(
                            "nfs", server.flags(scratch), "", 16, false, true, Map.of("consistency", "none"), List::of),
                    scratch);
        }
    }
}
