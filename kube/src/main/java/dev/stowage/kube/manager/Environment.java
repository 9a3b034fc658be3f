package dev.stowage.kube.manager;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/// The environment of a program.
///
/// @param host the pod's name, or the machine's
/// @param version what `--version` prints behind the program's name
/// @param logs configures logging from the flags
/// @param terminationLog the file that the kubelet reads as the container's termination message
public record Environment(
        Map<String, String> environment,
        String host,
        String version,
        PrintStream out,
        LogConfigurer logs,
        Path terminationLog) {

    private static final Path HOST_NAME = Path.of("/proc/sys/kernel/hostname");

    /// Configures logging from the flags.
    @FunctionalInterface
    public interface LogConfigurer {
        /// @param verbosity as Kubernetes counts it: 4 is for debugging, from 5 on calls are shown whole
        void choose(int verbosity, boolean json);
    }

    public Environment {
        environment = Map.copyOf(environment);
    }

    /// Pods on the host network share the machine's host name, but each leader needs a unique identity.
    static String host(Map<String, String> environment) throws IOException {
        String pod = environment.getOrDefault("POD_NAME", "");
        return pod.isEmpty() ? Files.readString(HOST_NAME).strip() : pod;
    }

    /// A copy with other environment variables.
    public Environment with(Map<String, String> variables) {
        return new Environment(variables, host, version, out, logs, terminationLog);
    }

    @SuppressWarnings("SystemOut") // the output of a program belongs on its standard streams
    public static Environment ofProcess(String version, LogConfigurer logs) throws IOException {
        return new Environment(
                System.getenv(), host(System.getenv()), version, System.out, logs, Path.of("/dev/termination-log"));
    }
}
