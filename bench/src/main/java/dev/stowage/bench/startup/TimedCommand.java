package dev.stowage.bench.startup;

import java.io.IOException;
import java.util.List;
import java.util.Map;

/// A command line that ends by itself.
record TimedCommand(String name, List<String> argv, Map<String, String> environment) {

    /// From just before the process is created until it exits.
    long time() throws IOException, InterruptedException {
        ProcessBuilder builder = new ProcessBuilder(argv)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .redirectError(ProcessBuilder.Redirect.DISCARD);
        builder.environment().keySet().removeIf(variable -> variable.startsWith("STOWAGE_"));
        builder.environment().putAll(environment);
        long from = System.nanoTime();
        int status = builder.start().waitFor();
        long took = System.nanoTime() - from;
        if (status != 0) {
            throw new IOException(String.join(" ", argv) + " failed with status " + status);
        }
        return took;
    }
}
