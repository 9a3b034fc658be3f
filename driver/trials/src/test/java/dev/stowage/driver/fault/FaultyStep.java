package dev.stowage.driver.fault;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.Message;
import io.grpc.StatusRuntimeException;

/// One call while the disk fails, the repair, and the same call again.
final class FaultyStep {

    private final FaultySystem system;
    private final Fault fault;
    private final Check intact;

    interface Call {
        Message make() throws Exception;
    }

    interface Check {
        void run() throws Exception;
    }

    /// @param intact fails unless all that was synced before is there
    FaultyStep(FaultySystem system, Fault fault, Check intact) {
        this.system = system;
        this.fault = fault;
        this.intact = intact;
    }

    /// After the repair the call must succeed: as its first success, or as the repeat of a call that had succeeded.
    void run(String name, Call call) throws Exception {
        String outcome = "succeeded";
        if (fault.isAfterTheCall()) {
            call.make();
            fault.strike(system.disk());
        } else {
            fault.strike(system.disk());
            try {
                call.make();
            } catch (StatusRuntimeException e) {
                outcome = "failed: " + e.getStatus();
                assertThat(e.getStatus().getDescription())
                        .as("names what failed")
                        .isNotEqualTo("Input/output error");
            }
        }
        System.out.printf("%s with failing %s %s%n", name, fault, outcome);
        try {
            repair();
            call.make();
            intact.run();
        } catch (Exception | AssertionError e) {
            throw new AssertionError("after \"%s\" with failing %s, which %s".formatted(name, fault, outcome), e);
        }
    }

    void repair() throws Exception {
        system.repairAndReboot();
        intact.run();
    }
}
