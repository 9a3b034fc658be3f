package dev.stowage.interop.crash;

import dev.stowage.interop.driver.DriverProcess;
import io.grpc.StatusRuntimeException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;

/// Volume lives on one driver, in which it is killed at one step, started again, and the step taken again.
final class Crashes {

    private final DriverProcess driver;
    private final List<Step> steps;
    private final AtomicInteger hits = new AtomicInteger();
    private int kills;

    Crashes(DriverProcess driver) throws IOException, InterruptedException {
        this.driver = driver;
        try (VolumeLife life = newLife()) {
            this.steps = Step.all(life.stages());
        }
    }

    List<Step> steps() {
        return steps;
    }

    int kills() {
        return kills;
    }

    /// How many of the kills came before the answer to the call.
    int hits() {
        return hits.get();
    }

    /// @return what the driver's data folder holds when there is no volume
    List<Path> liveUndisturbed() throws IOException, InterruptedException {
        live(steps.getFirst(), VolumeLife::take);
        return contents(driver.data());
    }

    void liveKilledAfter(Step hit) throws IOException, InterruptedException {
        live(hit, (life, step) -> {
            life.take(step);
            restart(life);
            life.take(step);
        });
    }

    void liveKilledDuring(Step hit, int millis) throws IOException, InterruptedException {
        live(hit, (life, step) -> {
            life.connected(); // so that the time counts from the call and not from the connection
            Thread call = Thread.ofVirtual().start(() -> attempt(life, step));
            TimeUnit.MILLISECONDS.sleep(millis);
            driver.kill();
            call.join();
            restart(life);
            life.take(step);
        });
    }

    static List<Path> contents(Path directory) throws IOException {
        try (Stream<Path> all = Files.walk(directory)) {
            return all.sorted().toList();
        }
    }

    /// How one step is taken.
    @FunctionalInterface
    private interface Manner {
        void take(VolumeLife life, Step step) throws IOException, InterruptedException;
    }

    private void live(Step hit, Manner manner) throws IOException, InterruptedException {
        try (VolumeLife life = newLife()) {
            for (Step step : steps) {
                if (step == hit) {
                    manner.take(life, step);
                } else {
                    life.take(step);
                }
            }
        }
    }

    private VolumeLife newLife() throws IOException, InterruptedException {
        driver.ensureRunning(); // an earlier life may have failed between the kill and the start
        return new VolumeLife(driver.socket(), driver.home()).begin();
    }

    private void attempt(VolumeLife life, Step step) {
        try {
            life.take(step);
        } catch (StatusRuntimeException | IOException _) {
            hits.incrementAndGet(); // the driver died under it; the repeat is what counts
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    private void restart(VolumeLife life) throws IOException, InterruptedException {
        driver.kill();
        kills++;
        life.close();
        driver.startAgain();
    }
}
