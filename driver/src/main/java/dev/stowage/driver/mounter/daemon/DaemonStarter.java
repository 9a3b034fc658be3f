package dev.stowage.driver.mounter.daemon;

import java.io.File;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;

/// Starts the program of a FUSE file system so that it outlives this process: in a session of its own, without a pipe
/// to us, with its output in a file.
public final class DaemonStarter {
    private static final long LONG_LOG = 4 << 20;

    private DaemonStarter() {}

    /// @param argv the program in the foreground, never through a shell
    /// @param log gets what it prints
    public static Process launch(List<String> argv, DaemonToken token, Path log) throws IOException {
        List<String> command = new ArrayList<>(List.of("setsid", "--")); // not ended by a Ctrl-C in our terminal
        command.addAll(argv);
        ProcessBuilder builder = new ProcessBuilder(command)
                .redirectInput(new File("/dev/null"))
                .redirectErrorStream(true)
                .redirectOutput(Redirect.appendTo(log.toFile()));
        builder.environment().put(DaemonToken.VARIABLE, token.text());
        builder.environment().put("LC_ALL", "C");
        return builder.start();
    }

    /// Empties a log that has become long; the daemon appends to it and goes on.
    public static void limit(Path log) throws IOException {
        if (Files.exists(log) && Files.size(log) > LONG_LOG) {
            try (FileChannel file = FileChannel.open(log, StandardOpenOption.WRITE)) {
                file.truncate(0);
            }
        }
    }
}
