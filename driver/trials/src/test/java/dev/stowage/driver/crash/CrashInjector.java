package dev.stowage.driver.crash;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.Message;
import dev.stowage.driver.process.LocalDriverProcess;
import dev.stowage.driver.process.ScratchDirectory;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import java.io.IOException;
import java.util.SortedSet;

/// Kills the driver at each step of a call in turn, and checks the result.
final class CrashInjector {

    private static final int KILLED = 128 + 9;

    /// More steps than any call has; a call that never completes is a bug in the test.
    private static final int MOST = 200;

    private final ScratchDirectory scratch;
    private final LocalDriverProcess driver;
    private final VolumeLifecycle lifecycle;
    private final DriverVariant driverVariant;
    private int orders;
    private int kills;

    CrashInjector(
            ScratchDirectory scratch,
            LocalDriverProcess driver,
            VolumeLifecycle lifecycle,
            DriverVariant driverVariant) {
        this.driverVariant = driverVariant;
        this.scratch = scratch;
        this.driver = driver;
        this.lifecycle = lifecycle;
    }

    /// An action or check of an orchestrator.
    @FunctionalInterface
    interface Doing {
        void run() throws Exception;
    }

    /// A call that an orchestrator makes.
    @FunctionalInterface
    interface Call {
        Message make() throws Exception;
    }

    int kills() {
        return kills;
    }

    /// Kills the driver at every step of the call and repeats the call after the restart; then does the same
    /// with the opposite call. At the end nothing may be left.
    ///
    /// @param check what must hold after the call
    void thereAndBack(Call there, Doing check, Call back) throws Exception {
        SortedSet<String> before = DriverInventory.of(scratch, driverVariant);
        boolean more = true;
        for (int step = 1; more; step++) {
            more = diesAt(step, there);
            if (more) {
                Message answer = there.make();
                assertThat(there.make()).as("the answer to one more repeat").isEqualTo(answer);
            }
            check.run();
            if (diesAt(step, back)) {
                more = true;
                back.make();
            }
            back.make();
            mustBe(before, step);
        }
    }

    /// Kills the driver at every step of a call that can be made only once; each time with a new object.
    void onNewThings(Doing making, Call call, Doing check, Doing removing) throws Exception {
        SortedSet<String> before = DriverInventory.of(scratch, driverVariant);
        boolean more = true;
        for (int step = 1; more; step++) {
            making.run();
            more = diesAt(step, call);
            if (more) {
                call.make();
            }
            check.run();
            removing.run();
            mustBe(before, step);
        }
    }

    /// Kills the driver at every step of a creation that is not repeated. The next start alone must clean up.
    ///
    /// @param check what must hold after each start
    void withoutAnswer(Call making, Doing check, Call removal) throws Exception {
        SortedSet<String> before = DriverInventory.of(scratch, driverVariant);
        int step = 1;
        for (; diesAt(step, making); step++) {
            check.run();
            SortedSet<String> now = DriverInventory.of(scratch, driverVariant);
            if (!now.equals(before)) {
                // Everything was on disk and only the response was lost: a repeated call has nothing left to
                // do, and no step at which to kill.
                assertThat(diesAt(1, making))
                        .as("whether the start left something half made after step " + step + ": " + now)
                        .isFalse();
                removal.make();
            }
            mustBe(before, step);
        }
        removal.make();
        mustBe(before, step);
    }

    /// Kills the driver at every step of a call; the caller gives up and undoes it.
    void givenUp(Call there, Call back) throws Exception {
        SortedSet<String> before = DriverInventory.of(scratch, driverVariant);
        boolean more = true;
        for (int step = 1; more; step++) {
            more = diesAt(step, there);
            back.make();
            mustBe(before, step);
        }
    }

    /// Kills the driver at every step of a call that has no opposite.
    void forGood(Call call, Doing check) throws Exception {
        for (int step = 1; diesAt(step, call); step++) {
            Message answer = call.make();
            assertThat(call.make()).as("the answer to one more repeat").isEqualTo(answer);
            check.run();
        }
        check.run();
    }

    private void mustBe(SortedSet<String> before, int step) throws IOException {
        assertThat(DriverInventory.of(scratch, driverVariant))
                .as("what is there after dying at step " + step + " and taking it back")
                .isEqualTo(before);
    }

    /// Returns whether the driver was killed, and restarted. Otherwise the call completed.
    private boolean diesAt(int step, Call call) throws Exception {
        assertThat(step).as("steps of one call").isLessThan(MOST);
        order(step);
        try {
            call.make();
            driver.withdrawOrder();
            return false;
        } catch (StatusRuntimeException e) {
            if (e.getStatus().getCode() != Status.Code.UNAVAILABLE) {
                throw e;
            }
        }
        assertThat(driver.awaitEnd())
                .as("the status with which the driver ended")
                .isEqualTo(KILLED);
        driver.withdrawOrder();
        kills++;
        lifecycle.close();
        driver.restart();
        return true;
    }

    private void order(int step) throws IOException {
        orders++;
        driver.order(step + " order " + orders);
    }
}
