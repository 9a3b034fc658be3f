package dev.stowage.interop.process;

import java.io.File;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;

/// Stowage as a separate process, which can be killed as a crash would kill it.
public final class StowageProgram {

    private static final String MAIN = "dev.stowage.cli.Main";

    private StowageProgram() {}

    /// Through the launcher, which sets the JVM flags of each role; the resulting process is the same.
    ///
    /// @param arguments as after `./stowage`
    public static List<String> launched(List<String> arguments) throws IOException {
        String home = System.getProperty("stowage.home", "");
        if (home.isEmpty()) {
            throw new IOException("the path of the launcher is not set (run ./stowage)");
        }
        List<String> argv = new ArrayList<>(List.of("/usr/bin/env", "STOWAGE_NO_BUILD=1", home + "/stowage"));
        argv.addAll(arguments);
        return argv;
    }

    /// @param arguments as after `./stowage`
    public static List<String> argv(List<String> arguments) {
        List<String> argv = jvm();
        argv.add(MAIN);
        argv.addAll(arguments);
        return argv;
    }

    /// The JVM with our classes; the name of a main class follows.
    public static List<String> jvm() {
        List<String> argv = new ArrayList<>();
        argv.add(System.getProperty("java.home") + File.separator + "bin" + File.separator + "java");
        // With the launcher's flags, so that the driver is tested as users run it, but never two JVMs on one
        // debug port.
        ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
                .filter(flag -> !flag.startsWith("-agentlib") && !flag.startsWith("-XX:AOTCacheOutput"))
                .forEach(argv::add);
        argv.add("-cp");
        argv.add(System.getProperty("java.class.path"));
        return argv;
    }
}
