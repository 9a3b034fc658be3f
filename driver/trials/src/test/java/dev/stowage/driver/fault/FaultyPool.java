package dev.stowage.driver.fault;

import dev.stowage.driver.crash.DriverVariant;
import dev.stowage.driver.lvm.TestVolumeGroup;
import dev.stowage.driver.process.ScratchDirectory;
import dev.stowage.sdk.Bytes;
import java.nio.file.Files;

/// The pools that are tried on a failing disk.
enum FaultyPool {
    IMAGE,
    THICK,
    THIN;

    /// Sparse: a test writes little of it.
    private static final long SIZE = Bytes.gibi(3).count();

    /// What a test does with it.
    @FunctionalInterface
    interface Trial {
        void run(FaultySystem system) throws Exception;
    }

    void run(VolumeKind kind, Trial trial) throws Exception {
        FaultyDisk.assumePossible();
        try (ScratchDirectory scratch = ScratchDirectory.make();
                FaultyDisk disk = FaultyDisk.make(scratch, SIZE)) {
            switch (this) {
                case IMAGE -> run(scratch, disk, new FileSystemStorage(scratch, disk, kind), trial);
                case THICK, THIN -> runInGroup(scratch, disk, kind, trial);
            }
        }
    }

    private void runInGroup(ScratchDirectory scratch, FaultyDisk disk, VolumeKind kind, Trial trial) throws Exception {
        TestVolumeGroup.assumePossible();
        try (TestVolumeGroup group = TestVolumeGroup.on(disk.node())) {
            DriverVariant variant =
                    this == THIN ? DriverVariant.thin(group.withThinPool()) : DriverVariant.thick(group);
            run(scratch, disk, new GroupStorage(group, kind.of(variant)), trial);
        }
    }

    private static void run(ScratchDirectory scratch, FaultyDisk disk, FaultySystem.Storage storage, Trial trial)
            throws Exception {
        try (FaultySystem system = new FaultySystem(scratch, disk, storage)) {
            try {
                trial.run(system);
            } catch (Throwable e) {
                System.out.printf("The driver said:%n%s%n", Files.readString(system.log()));
                throw e;
            }
        }
    }
}
