package dev.stowage.driver.crash;

import dev.stowage.driver.lvm.TestVolumeGroup;
import dev.stowage.driver.process.ScratchDirectory;
import dev.stowage.sdk.Bytes;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// The lifecycle of [CrashTest] in a volume group. No logical volume may be left, or left active.
@Tag("lab")
@Tag("slow")
final class LvmCrashTest {

    private static final long SIZE = Bytes.gibi(1).count();

    @Test
    void aThickVolumeAndItsCopiesSurviveEveryDeath() throws Exception {
        TestVolumeGroup.assumePossible();
        try (ScratchDirectory scratch = ScratchDirectory.make();
                TestVolumeGroup group = TestVolumeGroup.thick(scratch, SIZE)) {
            CrashTest.survives(DriverVariant.thickWithCopies(group), scratch);
        }
    }

    @Test
    void aThinVolumeSurvivesEveryDeath() throws Exception {
        TestVolumeGroup.assumePossible();
        try (ScratchDirectory scratch = ScratchDirectory.make();
                TestVolumeGroup group = TestVolumeGroup.thin(scratch, SIZE)) {
            CrashTest.survives(DriverVariant.thin(group), scratch);
        }
    }
}
