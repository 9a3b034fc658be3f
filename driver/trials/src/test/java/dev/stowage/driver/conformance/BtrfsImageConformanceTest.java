package dev.stowage.driver.conformance;

import dev.stowage.driver.process.ScratchDirectory;
import dev.stowage.testkit.DriverUnderTest;
import java.util.List;

/// Images with btrfs.
final class BtrfsImageConformanceTest extends LocalConformance {

    @Override
    List<String> flags(ScratchDirectory there) {
        return List.of("--backend=image", "--pool-size=20Gi", "--thin");
    }

    @Override
    DriverUnderTest tell(DriverUnderTest all) {
        return sizes(all, 128, 256).fsType("btrfs").brief();
    }
}
