package dev.stowage.driver.filesystem;

import dev.stowage.linux.exec.CommandFailedException;
import dev.stowage.linux.exec.CommandRunner;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/// A complete check of an unmounted ext4. It replays the journal, and repairs what is safe to repair.
final class Ext4Check {
    private static final int CORRECTED = 1;
    private static final int PASSES = 5;
    private static final int MESSAGE_LIMIT = 2000;

    /// The format of `e2fsck -C`: pass, position, end of the pass, device.
    private static final Pattern PROGRESS = Pattern.compile("(?m)^([1-5]) (\\d+) (\\d+) /\\S+$");

    private Ext4Check() {}

    /// @param progress receives how far it is, in words
    static void run(Path device, Duration deadline, Consumer<String> progress) throws IOException {
        List<String> argv = List.of("e2fsck", "-f", "-p", "-C", "1", device.toString());
        try {
            String ignored = CommandRunner.run(deadline, argv, output -> report(output, progress));
        } catch (CommandFailedException e) {
            if (e.status() != CORRECTED) {
                throw new IOException("e2fsck failed with status " + e.status() + ": " + message(e.tail()));
            }
        }
    }

    private static void report(String output, Consumer<String> progress) {
        PROGRESS.matcher(output)
                .results()
                .reduce((_, later) -> later)
                .map(Ext4Check::words)
                .ifPresent(progress);
    }

    private static String words(MatchResult line) {
        double end = Double.parseDouble(line.group(3));
        double percent = end == 0 ? 0 : 100 * Double.parseDouble(line.group(2)) / end;
        return "checking it, pass %s of %d, %.0f %%".formatted(line.group(1), PASSES, percent);
    }

    /// The end of what it said, without its progress; the lines come joined.
    private static String message(String tail) {
        StringBuilder said = new StringBuilder();
        for (String line : tail.split("; ", -1)) {
            if (!PROGRESS.matcher(line).matches()) {
                said.append(said.isEmpty() ? "" : "; ").append(line);
            }
        }
        return said.substring(Math.max(0, said.length() - MESSAGE_LIMIT));
    }
}
