package dev.stowage.interop.program;

import java.io.File;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;

/// Ourselves once more, as a process of its own: only such a process can be killed as a crash would kill it.
public final class StowageProgram {

    private static final String MAIN = "dev.stowage.cli.Main";

    private StowageProgram() {}

    /// @param arguments as after `./stowage`
    public static List<String> argv(List<String> arguments) {
        List<String> argv = new ArrayList<>();
        argv.add(System.getProperty("java.home") + File.separator + "bin" + File.separator + "java");
        // The launcher's flags, so that the driver is judged as a user runs it; but never two JVMs on one debugger
        // port.
        ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
                .filter(flag -> !flag.startsWith("-agentlib") && !flag.startsWith("-XX:AOTCacheOutput"))
                .forEach(argv::add);
        argv.add("-cp");
        argv.add(System.getProperty("java.class.path"));
        argv.add(MAIN);
        argv.addAll(arguments);
        return argv;
    }
}
