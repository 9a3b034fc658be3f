package dev.stowage.kube.manager;

import dev.stowage.flags.Flag;
import dev.stowage.flags.FlagSet;
import dev.stowage.flags.ParsedFlags;
import dev.stowage.flags.UsageException;
import java.time.Duration;
import java.util.List;

/// The logging flags of all Kubernetes components. Some do not apply here and are accepted without effect.
public final class LoggingFlags {

    private final Flag<Integer> verbosity;
    private final Flag<String> format;

    public LoggingFlags(FlagSet flags) {
        verbosity = flags.integer("v", 0, "Log level: 4 for debugging, 5 to log every call.");
        format = flags.choice("logging-format", List.of("text", "json"), "text", "Log format: text or json.");
        flags.text("vmodule", "", "Accepted for compatibility; has no effect.");
        flags.duration(
                "log-flush-frequency",
                Duration.ofSeconds(5),
                "Accepted for compatibility: every line is written immediately.");
        flags.bool("log-text-split-stream", false, "Accepted for compatibility; has no effect.");
        flags.text("log-text-info-buffer-size", "0", "Accepted for compatibility; has no effect.");
        flags.bool("log-json-split-stream", false, "Accepted for compatibility; has no effect.");
        flags.text("log-json-info-buffer-size", "0", "Accepted for compatibility; has no effect.");
        flags.bool("automaxprocs", false, "Accepted for compatibility: Java respects the container's limits.");
    }

    public void apply(ParsedFlags line, Environment.LogConfigurer logs) {
        boolean json = switch (line.value(format)) {
            case "text" -> false;
            case "json" -> true;
            default ->
                throw new UsageException(
                        "flag --logging-format: \"" + line.value(format) + "\" is neither text nor json");
        };
        if (line.isSet(verbosity) || line.isSet(format)) {
            logs.choose(line.value(verbosity), json);
        }
    }
}
