package dev.stowage.driver.conformance;

import dev.stowage.driver.mounter.GlusterServer;
import dev.stowage.driver.mounter.MounterProcess;
import dev.stowage.driver.process.ScratchDirectory;
import dev.stowage.testkit.DriverUnderTest;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Directories on a replicated volume of GlusterFS.
final class GlusterConformanceTest extends LocalConformance {

    private @Nullable GlusterServer server;
    private @Nullable MounterProcess mounter;

    @Override
    List<String> flags(ScratchDirectory there) throws IOException {
        server = GlusterServer.start(there.path().resolve("gluster"));
        mounter = MounterProcess.start(there.path(), Map.of("home", server.source()));
        return mounter.driverFlags();
    }

    @Override
    DriverUnderTest tell(DriverUnderTest all) {
        return all.brief();
    }

    @Override
    void release() throws IOException {
        if (mounter != null) {
            mounter.close();
        }
        if (server != null) {
            server.close();
        }
    }
}
