package dev.stowage.driver.conformance;

import dev.stowage.driver.lvm.TestVolumeGroup;
import dev.stowage.driver.process.ScratchDirectory;
import dev.stowage.testkit.DriverUnderTest;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;

/// Thick volumes in a group, with classes that allow copies.
@Tag("lab")
@Tag("slow")
final class ThickLvmConformanceTest extends LocalConformance {

    private static final long SIZE = 2L << 30;
    private static final Map<String, String> COPIES = Map.of("copyThickVolumes", "true");

    private @Nullable TestVolumeGroup group;

    @Override
    List<String> flags(ScratchDirectory there) throws IOException {
        TestVolumeGroup.assumePossible();
        group = TestVolumeGroup.thick(there, SIZE);
        return List.of("--backend=lvm", "--volume-group=" + group.name());
    }

    @Override
    DriverUnderTest tell(DriverUnderTest all) throws IOException {
        return growing(all)
                .brief()
                .parameters(COPIES)
                .snapshotParameters(COPIES)
                .groupSnapshotParameters(COPIES);
    }

    @Override
    void release() throws IOException {
        if (group != null) {
            group.close();
        }
    }
}
