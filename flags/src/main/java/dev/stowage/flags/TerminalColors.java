package dev.stowage.flags;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/// Colours for people at a terminal; the same words without them for everybody else.
///
/// @param colours whether they are shown
public record TerminalColors(boolean colours) {
    private static final Path STANDARD_OUTPUT = Path.of("/proc/self/fd/1");

    /// Words only.
    public static final TerminalColors PLAIN = new TerminalColors(false);

    /// As whoever reads standard output wants it: colours on a terminal, unless `NO_COLOR` is set to anything or the
    /// terminal says that it has none.
    public static TerminalColors ofProcess() {
        return of(System.getenv(), isTerminal());
    }

    static TerminalColors of(Map<String, String> environment, boolean terminal) {
        boolean unwanted = !environment.getOrDefault("NO_COLOR", "").isEmpty()
                || environment.getOrDefault("TERM", "").equals("dumb");
        return new TerminalColors(terminal && !unwanted);
    }

    /// Whether a person sees standard output while it is written.
    public static boolean isTerminal() {
        try {
            String target = Files.readSymbolicLink(STANDARD_OUTPUT).toString();
            return target.startsWith("/dev/pts/") || target.startsWith("/dev/tty") || target.equals("/dev/console");
        } catch (IOException e) {
            return false;
        }
    }

    /// What the eye shall find first.
    public String strong(String text) {
        return in("1", text);
    }

    /// What can be skipped.
    public String faint(String text) {
        return in("2", text);
    }

    public String good(String text) {
        return in("32", text);
    }

    public String bad(String text) {
        return in("1;31", text);
    }

    /// What is under way, or may be lost.
    public String warn(String text) {
        return in("33", text);
    }

    private String in(String colour, String text) {
        return colours && !text.isEmpty() ? "\u001b[" + colour + "m" + text + "\u001b[0m" : text;
    }
}
