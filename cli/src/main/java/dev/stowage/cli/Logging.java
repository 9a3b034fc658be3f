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
final class Logging {

    /// Libraries whose chatter helps nobody at the level that helps with our own code.
    private static final List<String> QUIET = List.of("io.grpc", "io.netty", "org.eclipse.jetty", "java.lang.Runtime");

    /// Levels belong to loggers, and the log manager holds those weakly: without this they would be forgotten.
    private static final List<Logger> PINNED =
            QUIET.stream().map(Logger::getLogger).toList();

    private Logging() {}

    static void configure(Map<String, String> environment) {
        LogManager.getLogManager().reset();
        Level level = level(environment.getOrDefault("STOWAGE_LOG", "info"));
        Handler handler = new ConsoleHandler();
        handler.setLevel(level);
        handler.setFormatter(
                environment.getOrDefault("STOWAGE_LOG_FORMAT", "text").equals("json")
                        ? new JsonLines()
                        : new TextLines());
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
