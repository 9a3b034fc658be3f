package dev.stowage.cli.move;

import dev.stowage.flags.UsageException;
import java.util.List;

/// The claim that a command line names: `pvc/data`, or `pvc data` as in kubectl.
public final class ClaimArgument {

    private ClaimArgument() {}

    /// @param what the text of the exception if no claim is named
    /// @return the name of the claim
    public static String parse(List<String> arguments, String what) {
        List<String> words =
                arguments.size() == 1 ? List.of(arguments.getFirst().split("/", 2)) : arguments;
        boolean isClaim = words.size() == 2
                && List.of("pvc", "persistentvolumeclaim", "persistentvolumeclaims")
                        .contains(words.getFirst())
                && !words.getLast().isEmpty()
                && !words.getLast().contains("/");
        if (!isClaim) {
            throw new UsageException(what);
        }
        return words.getLast();
    }
}
