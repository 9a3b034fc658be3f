package dev.stowage.interop.process;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/// The loop devices over files below a directory of ours.
public final class LoopDevices {

    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private LoopDevices() {}

    public static List<Path> over(Path directory) throws IOException {
        List<Path> found = new ArrayList<>();
        try (DirectoryStream<Path> devices = Files.newDirectoryStream(Path.of("/sys/block"), "loop*")) {
            for (Path device : devices) {
                if (backing(device).startsWith(directory + "/")) {
                    found.add(Path.of("/dev").resolve(device.getFileName()));
                }
            }
        }
        return found;
    }

    private static String backing(Path device) {
        try {
            return Files.readString(device.resolve("loop/backing_file"));
        } catch (IOException _) {
            return ""; // free, or freed during the check
        }
    }

    /// A device in use is freed with its last user; one that was freed meanwhile is not listed the next time.
    public static void freeOver(Path directory) throws IOException, InterruptedException {
        Await.until("freeing of the loop devices over " + directory, PATIENCE, List.of(), () -> {
            for (Path device : over(directory)) {
                ProcessRunner.run(PATIENCE, "losetup", "-d", device.toString()).orThrow();
            }
            return true;
        });
    }
}
