package dev.stowage.driver.fault;

import java.io.IOException;

/// How a disk fails.
enum Fault {
    /// Reads and writes fail during the call.
    ALL {
        @Override
        void strike(FaultyDisk disk) throws IOException {
            disk.fail();
        }
    },
    /// Writes fail during the call.
    WRITES {
        @Override
        void strike(FaultyDisk disk) throws IOException {
            disk.failWrites();
        }
    },
    /// The call succeeds, and what it has not synced is lost.
    POWER_CUT {
        @Override
        void strike(FaultyDisk disk) throws IOException {
            disk.loseWrites();
        }
    };

    abstract void strike(FaultyDisk disk) throws IOException;

    boolean isAfterTheCall() {
        return this == POWER_CUT;
    }
}
