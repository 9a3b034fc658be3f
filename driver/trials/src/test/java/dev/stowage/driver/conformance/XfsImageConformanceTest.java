package dev.stowage.driver.conformance;

import dev.stowage.driver.process.ScratchDirectory;
import dev.stowage.testkit.DriverUnderTest;
import java.util.List;

/// Images with xfs, which must not be smaller than 300 MiB.
final class XfsImageConformanceTest extends LocalConformance {

    @Override
    List<String> flags(ScratchDirectory there) {
        return List.of("--backend=image", "--pool-size=40Gi", "--thin");
    }

    @Override
    DriverUnderTest tell(DriverUnderTest all) {
        return sizes(all, 300, 332).fsType("xfs").brief();
    }
}
