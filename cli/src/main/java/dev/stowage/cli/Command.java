package dev.stowage.cli;

import java.util.List;

/// Something that `./stowage NAME …` starts. Found through [java.util.ServiceLoader], so it needs a public
/// constructor without parameters that does no work: listing the commands makes one of each.
public interface Command {

    /// The word on the command line.
    String name();

    /// One line for `./stowage --help`.
    String summary();

    /// Whether the words behind the name are another program's, `--help` among them: nothing is known about
    /// them here.
    default boolean isForAnother() {
        return false;
    }

    /// Runs to the end and returns the exit status.
    ///
    /// @throws dev.stowage.flags.UsageException for a wrong command line: its message is printed, exit status 2
    /// @throws dev.stowage.flags.HelpRequestedException for `--help`: its text is printed, exit status 0
    int run(List<String> args) throws Exception;
}
