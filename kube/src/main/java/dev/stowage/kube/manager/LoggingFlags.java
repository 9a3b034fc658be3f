package dev.stowage.kube.manager;

import dev.stowage.flags.Flag;
import dev.stowage.flags.FlagSet;
import dev.stowage.flags.ParsedFlags;
import dev.stowage.flags.UsageException;
import java.time.Duration;
import java.util.List;

/// The logging flags that all components of Kubernetes have. Some make no sense here and are taken without effect.
public final class LoggingFlags {

    private final Flag<Integer> verbosity;
    private final Flag<String> format;

    public LoggingFlags(FlagSet flags) {
        verbosity = flags.integer("v", 0, "How much is logged: 4 for debugging, 5 shows every call.");
        format = flags.choice("logging-format", List.of("text", "json"), "text", "Shape of the log: text or json.");
        flags.text("vmodule", "", "Accepted, without effect.");
        flags.duration("log-flush-frequency", Duration.ofSeconds(5), "Accepted: every line is written at once.");
        flags.bool("log-text-split-stream", false, "Accepted, without effect.");
        flags.text("log-text-info-buffer-size", "0", "Accepted, without effect.");
        flags.bool("log-json-split-stream", false, "Accepted, without effect.");
        flags.text("log-json-info-buffer-size", "0", "Accepted, without effect.");
        flags.bool("automaxprocs", false, "Accepted: Java heeds the container's limits by itself.");
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
