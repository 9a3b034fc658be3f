package dev.stowage.driver.conformance;

import dev.stowage.driver.lvm.TestVolumeGroup;
import dev.stowage.driver.process.ScratchDirectory;
import dev.stowage.testkit.DriverUnderTest;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;

/// Volumes in a thin pool.
@Tag("lab")
@Tag("slow")
final class ThinLvmConformanceTest extends LocalConformance {

    private static final long SIZE = 2L << 30;

    private @Nullable TestVolumeGroup group;

    @Override
    List<String> flags(ScratchDirectory there) throws IOException {
        TestVolumeGroup.assumePossible();
        group = TestVolumeGroup.thin(there, SIZE);
        return List.of("--backend=lvm", "--volume-group=" + group.name(), "--thin-pool=" + TestVolumeGroup.THIN_POOL);
    }

    @Override
    DriverUnderTest tell(DriverUnderTest all) throws IOException {
        return growing(all).brief();
    }

    @Override
    void release() throws IOException {
        if (group != null) {
            group.close();
        }
    }
}
