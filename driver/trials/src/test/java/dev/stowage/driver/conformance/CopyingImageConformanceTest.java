package dev.stowage.driver.conformance;

import dev.stowage.driver.process.ScratchDirectory;
import dev.stowage.testkit.DriverUnderTest;
import java.io.IOException;
import java.util.List;

/// Images in a directory that cannot share blocks: snapshots and clones are copies.
final class CopyingImageConformanceTest extends LocalConformance {

    @Override
    List<String> flags(ScratchDirectory there) {
        return List.of("--backend=image", "--own-pool=false");
    }

    @Override
    DriverUnderTest tell(DriverUnderTest all) throws IOException {
        return growing(sizes(all, 8, 16).brief());
    }
}
