package dev.stowage.driver.lvm;

import dev.stowage.driver.LostPool;
import dev.stowage.driver.volumegroup.VolumeGroupName;
import java.nio.file.Path;
import java.util.Optional;

/// Restores the records of a lost pool in a process of its own, which ends and gives up the lock on them.
final class LostPoolMain {

    private LostPoolMain() {}

    public static void main(String[] args) throws Exception {
        VolumeGroupName group =
                new VolumeGroupName(args[0], Optional.of(args[1]).filter(pool -> !pool.isEmpty()));
        Path data = Path.of(args[2]);
        System.out.println(new LostPool(group, data, data.resolve("pool"), "default").restore());
    }
}
