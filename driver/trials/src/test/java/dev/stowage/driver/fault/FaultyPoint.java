package dev.stowage.driver.fault;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.Message;
import io.grpc.StatusRuntimeException;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.util.concurrent.atomic.AtomicBoolean;

/// Lets the disk fail in the middle of a call: the driver waits at one of its kill points until the disk has failed,
/// and goes on.
record FaultyPoint(FaultySystem system, int number) {

    /// Makes the call.
    ///
    /// @return whether the call has that many points
    boolean strikes(FaultyStep.Call call) throws Exception {
        AtomicBoolean isOver = new AtomicBoolean();
        AtomicBoolean hasStruck = new AtomicBoolean();
        Thread striker = Thread.ofPlatform().start(() -> {
            try (OutputStream _ = Files.newOutputStream(system.pipe())) { // when the driver reads it
                if (!isOver.get()) {
                    system.disk().fail();
                    hasStruck.set(true);
                }
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
        system.driver().order(number + " wait " + system.pipe());
        try {
            Message ignored = call.make();
        } catch (StatusRuntimeException e) {
            assertThat(hasStruck).as("the reason of " + e.getStatus()).isTrue();
        } finally {
            system.driver().withdrawOrder();
            isOver.set(true);
            if (striker.isAlive()) { // the call has fewer points, and nobody opens the pipe
                byte[] ignored = Files.readAllBytes(system.pipe());
            }
            striker.join();
        }
        return hasStruck.get();
    }
}
