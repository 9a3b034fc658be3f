package dev.stowage.kube.endpoint;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.text.ParseException;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import jdk.jfr.Configuration;
import jdk.jfr.Recording;

/// A flight recording of some seconds, for JDK Mission Control or `jfr print`.
public final class FlightRecordingPage implements HttpPage {

    public static final String PATH = "/debug/jfr";

    private static final int DEFAULT_SECONDS = 30;
    private static final int MOST_SECONDS = 120;
    private static final long MOST_BYTES = 64 << 20;

    /// A recording costs the process memory and time.
    private final Semaphore one = new Semaphore(1);

    @Override
    public PageResponse answer(Map<String, String> query) throws IOException, InterruptedException {
        int seconds;
        try {
            seconds = Integer.parseInt(query.getOrDefault("seconds", Integer.toString(DEFAULT_SECONDS)));
        } catch (NumberFormatException e) {
            return PageResponse.text(400, "seconds is not an integer\n");
        }
        if (seconds < 1 || seconds > MOST_SECONDS) {
            return PageResponse.text(400, "seconds must be between 1 and " + MOST_SECONDS + "\n");
        }
        if (!one.tryAcquire()) {
            return PageResponse.text(429, "a recording is already running; try again when it is complete\n");
        }
        try {
            return new PageResponse(200, "application/octet-stream", record(Duration.ofSeconds(seconds)));
        } finally {
            one.release();
        }
    }

    private static byte[] record(Duration time) throws IOException, InterruptedException {
        Path file = Files.createTempFile("stowage", ".jfr");
        try (var recording = new Recording(Configuration.getConfiguration("profile"))) {
            recording.setMaxSize(MOST_BYTES);
            recording.start();
            new CountDownLatch(1).await(time.toNanos(), TimeUnit.NANOSECONDS);
            recording.stop();
            recording.dump(file);
            return Files.readAllBytes(file);
        } catch (ParseException e) {
            throw new IOException("cannot read the flight recorder settings of this Java runtime", e);
        } finally {
            Files.delete(file);
        }
    }
}
