package dev.stowage.cli;

import java.util.List;
import java.util.Map;
import java.util.logging.ConsoleHandler;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogManager;
import java.util.logging.Logger;

/// Everything logs to standard error through `java.util.logging`: gRPC speaks it natively, the rest through SLF4J.
/// `STOWAGE_LOG=debug` (or `trace`, `info`, `warn`, `error`) sets how much; `STOWAGE_LOG_FORMAT=json` the shape.
public final class LogConfiguration {

    /// Libraries that log too much at the levels that are useful for our own code.
    private static final List<String> QUIET = List.of(
            "io.grpc",
            "io.netty",
            "org.eclipse.jetty",
            "java.lang.Runtime",
            "jdk.event.security",
            "sun.net.httpserver",
            "com.sun.net.httpserver",
            "jdk.internal.httpclient");

    /// Levels belong to loggers, and the log manager holds those weakly: without this they would be forgotten.
    private static final List<Logger> PINNED =
            QUIET.stream().map(Logger::getLogger).toList();

    private LogConfiguration() {}

    static void configure(Map<String, String> environment) {
        apply(
                level(environment.getOrDefault("STOWAGE_LOG", "info")),
                environment.getOrDefault("STOWAGE_LOG_FORMAT", "text").equals("json"));
    }

    /// @param verbosity as the components of Kubernetes count it: 4 is for debugging, from 5 on calls are shown whole
    public static void setVerbosity(int verbosity, boolean json) {
        apply(verbosity >= 5 ? Level.FINEST : verbosity == 4 ? Level.FINE : Level.INFO, json);
    }

    /// For an interactive program: only warnings and errors.
    public static void warnOnly() {
        apply(Level.WARNING, false);
    }

    /// For a command whose output is complete without logs.
    public static void silence() {
        apply(Level.OFF, false);
    }

    private static void apply(Level level, boolean json) {
        LogManager.getLogManager().reset();
        Handler handler = new ConsoleHandler();
        handler.setLevel(level);
        handler.setFormatter(json ? new JsonLogFormatter() : new TextLogFormatter());
        Logger root = Logger.getLogger("");
        root.addHandler(handler);
        root.setLevel(level);
        PINNED.forEach(logger -> logger.setLevel(Level.WARNING));
    }

    private static Level level(String name) {
        return switch (name) {
            case "error" -> Level.SEVERE;
            case "warn" -> Level.WARNING;
            case "debug" -> Level.FINE;
            case "trace" -> Level.FINEST;
            default -> Level.INFO;
        };
    }

    static String name(Level level) {
        int value = level.intValue();
        if (value >= Level.SEVERE.intValue()) {
            return "error";
        }
        if (value >= Level.WARNING.intValue()) {
            return "warn";
        }
        if (value >= Level.INFO.intValue()) {
            return "info";
        }
        return value >= Level.FINE.intValue() ? "debug" : "trace";
    }
}
