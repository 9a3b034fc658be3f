package dev.stowage.flags;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/// Colors on a terminal, plain text elsewhere.
///
/// @param colours whether colors are used
public record TerminalColors(boolean colours) {
    private static final Path STANDARD_OUTPUT = Path.of("/proc/self/fd/1");
    private static final Path STANDARD_ERROR = Path.of("/proc/self/fd/2");

    /// Plain text.
    public static final TerminalColors PLAIN = new TerminalColors(false);

    /// Colors if standard output is a terminal, unless `NO_COLOR` is set or `TERM` is `dumb`.
    public static TerminalColors ofProcess() {
        return of(System.getenv(), isTerminal());
    }

    static TerminalColors of(Map<String, String> environment, boolean terminal) {
        boolean unwanted = !environment.getOrDefault("NO_COLOR", "").isEmpty()
                || environment.getOrDefault("TERM", "").equals("dumb");
        return new TerminalColors(terminal && !unwanted);
    }

    /// Whether standard output is a terminal.
    public static boolean isTerminal() {
        return isTerminal(STANDARD_OUTPUT);
    }

    /// Whether standard error is a terminal.
    public static boolean isErrorTerminal() {
        return isTerminal(STANDARD_ERROR);
    }

    private static boolean isTerminal(Path descriptor) {
        try {
            String target = Files.readSymbolicLink(descriptor).toString();
            return target.startsWith("/dev/pts/") || target.startsWith("/dev/tty") || target.equals("/dev/console");
        } catch (IOException e) {
            return false;
        }
    }

    /// Text that must stand out.
    public String strong(String text) {
        return in("1", text);
    }

    /// Text that can be skipped.
    public String faint(String text) {
        return in("2", text);
    }

    public String good(String text) {
        return in("32", text);
    }

    public String bad(String text) {
        return in("1;31", text);
    }

    /// Text about something in progress or at risk.
    public String warn(String text) {
        return in("33", text);
    }

    private String in(String colour, String text) {
        return colours && !text.isEmpty() ? "\u001b[" + colour + "m" + text + "\u001b[0m" : text;
    }
}
