package dev.stowage.node.plugin;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// What is to be done about a socket.
sealed interface Step {

    record Register(Mark mark) implements Step {}

    record Unregister() implements Step {}

    /// @param seen what the socket is now, if it is there
    /// @param known what the socket was when its driver was registered
    static List<Step> between(Optional<Mark> seen, Optional<Mark> known) {
        List<Step> steps = new ArrayList<>();
        if (known.isPresent() && !seen.equals(known)) {
            steps.add(new Unregister());
        }
        if (seen.isPresent() && !seen.equals(known)) {
            steps.add(new Register(seen.get()));
        }
        return steps;
    }
}
