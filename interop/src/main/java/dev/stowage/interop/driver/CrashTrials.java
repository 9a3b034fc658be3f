package dev.stowage.interop.driver;

import io.grpc.StatusRuntimeException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;

/// Volume lifecycles on one driver, which is killed at one step and restarted before the step is repeated.
final class CrashTrials {

    private final DriverProcess driver;
    private final List<LifecycleOperation> steps;
    private final AtomicInteger hits = new AtomicInteger();
    private int kills;

    CrashTrials(DriverProcess driver) throws IOException, InterruptedException {
        this.driver = driver;
        try (VolumeLifecycle life = newLife()) {
            this.steps = LifecycleOperation.all(life.stages());
        }
    }

    List<LifecycleOperation> steps() {
        return steps;
    }

    int kills() {
        return kills;
    }

    /// How many of the kills came before the response.
    int hits() {
        return hits.get();
    }

    /// @return the content of the driver's data directory without volumes
    List<Path> runUndisturbed() throws IOException, InterruptedException {
        live(steps.getFirst(), VolumeLifecycle::execute);
        return contents(driver.data());
    }

    void runKilledAfter(LifecycleOperation hit) throws IOException, InterruptedException {
        live(hit, (life, lifecycleOperation) -> {
            life.execute(lifecycleOperation);
            restart(life);
            life.execute(lifecycleOperation);
        });
    }

    void runKilledDuring(LifecycleOperation hit, int millis) throws IOException, InterruptedException {
        live(hit, (life, lifecycleOperation) -> {
            life.connected(); // so that the time counts from the call and not from the connection
            Thread call = Thread.ofVirtual().start(() -> attempt(life, lifecycleOperation));
            TimeUnit.MILLISECONDS.sleep(millis);
            driver.kill();
            call.join();
            restart(life);
            life.execute(lifecycleOperation);
        });
    }

    static List<Path> contents(Path directory) throws IOException {
        try (Stream<Path> all = Files.walk(directory)) {
            return all.sorted().toList();
        }
    }

    /// How one step is executed.
    @FunctionalInterface
    private interface CallStrategy {
        void execute(VolumeLifecycle life, LifecycleOperation lifecycleOperation)
                throws IOException, InterruptedException;
    }

    private void live(LifecycleOperation hit, CallStrategy callStrategy) throws IOException, InterruptedException {
        try (VolumeLifecycle life = newLife()) {
            for (LifecycleOperation lifecycleOperation : steps) {
                if (lifecycleOperation == hit) {
                    callStrategy.execute(life, lifecycleOperation);
                } else {
                    life.execute(lifecycleOperation);
                }
            }
        }
    }

    private VolumeLifecycle newLife() throws IOException, InterruptedException {
        driver.ensureRunning(); // an earlier run may have failed between kill and start
        return new VolumeLifecycle(driver.socket(), driver.home()).begin();
    }

    private void attempt(VolumeLifecycle life, LifecycleOperation lifecycleOperation) {
        try {
            life.execute(lifecycleOperation);
        } catch (StatusRuntimeException | IOException _) {
            hits.incrementAndGet(); // the driver died under it; the repeat is what counts
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    private void restart(VolumeLifecycle life) throws IOException, InterruptedException {
        driver.kill();
        kills++;
        life.close();
        driver.startAgain();
    }
}
