package dev.stowage.interop.kubectl;

import java.util.ArrayList;
import java.util.List;

/// One call of kubectl.
///
/// @param line its line number in the script
/// @param command as in the script, after the `$`
/// @param input for its standard input; empty for none
/// @param awaited whether it is repeated until it succeeds, and its output is not compared
record KubectlInvocation(int line, String command, String input, boolean awaited) {

    /// Split at blanks; single quotes keep an argument together.
    List<String> arguments() {
        List<String> arguments = new ArrayList<>();
        StringBuilder current = new StringBuilder();
        boolean quoted = false;
        boolean started = false;
        for (int i = 0; i < command.length(); i++) {
            char c = command.charAt(i);
            if (c == '\'') {
                quoted = !quoted;
                started = true;
            } else if (c == ' ' && !quoted) {
                if (started) {
                    arguments.add(current.toString());
                }
                current.setLength(0);
                started = false;
            } else {
                current.append(c);
                started = true;
            }
        }
        if (started) {
            arguments.add(current.toString());
        }
        return List.copyOf(arguments);
    }

    boolean explains() {
        return command.startsWith("explain ");
    }
}
