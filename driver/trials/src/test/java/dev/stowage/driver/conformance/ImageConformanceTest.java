package dev.stowage.driver.conformance;

import dev.stowage.driver.process.ScratchDirectory;
import dev.stowage.testkit.DriverUnderTest;
import java.io.IOException;
import java.util.List;

/// Images with ext4, in a pool in a file with reflink.
final class ImageConformanceTest extends LocalConformance {

    @Override
    List<String> flags(ScratchDirectory there) {
        return List.of("--backend=image", "--pool-size=8Gi");
    }

    @Override
    DriverUnderTest tell(DriverUnderTest all) throws IOException {
        return growing(all);
    }
}
