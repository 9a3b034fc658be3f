package dev.stowage.driver.conformance;

import dev.stowage.driver.mounter.MounterProcess;
import dev.stowage.driver.process.ScratchDirectory;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Directories on a share that the mounter serves with bindfs.
final class FuseConformanceTest extends LocalConformance {

    private @Nullable MounterProcess mounter;

    @Override
    List<String> flags(ScratchDirectory there) throws IOException {
        MounterProcess.assumeBindfs();
        String source = MounterProcess.bindfs(there.directory("shared-files"));
        mounter = MounterProcess.start(there.path(), Map.of("home", source));
        return mounter.driverFlags();
    }

    @Override
    void release() throws IOException {
        if (mounter != null) {
            mounter.close();
        }
    }
}
