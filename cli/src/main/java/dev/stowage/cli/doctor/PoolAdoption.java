package dev.stowage.cli.doctor;

import dev.stowage.driver.LostPool;
import dev.stowage.driver.volumegroup.LogicalVolume;
import java.io.IOException;
import java.io.PrintStream;
import java.util.List;

/// `stowage doctor --adopt`: shows, or restores, records of logical volumes.
///
/// @param out where the result goes
record PoolAdoption(AdoptionOptions options, PrintStream out) {

    /// @return whether records are missing still
    boolean run() throws IOException {
        LostPool pool = new LostPool(options.group(), options.data(), options.pool(), options.poolName());
        if (options.isConfirmed()) {
            out.printf("Restored %d records of pool %s in %s.%n", pool.restore(), options.poolName(), options.pool());
            return false;
        }
        List<LogicalVolume> lost = pool.find();
        long others = pool.others();
        if (others > 0) {
            out.printf("%d logical volumes have the tag of another pool and are left out.%n", others);
        }
        if (lost.isEmpty()) {
            out.printf("Every logical volume of pool %s in %s has its record.%n", options.poolName(), options.group());
            return false;
        }
        out.printf("%d logical volumes of %s have no record in %s:%n", lost.size(), options.group(), options.pool());
        for (LogicalVolume volume : lost) {
            out.printf(
                    "  %s  %d bytes  %s%n",
                    volume.name(),
                    volume.size(),
                    String.join(" ", volume.tags().stream().sorted().toList()));
        }
        out.println("If no other pool uses them, stop the driver and repeat the command with --confirm.");
        return true;
    }
}
