package dev.stowage.cli;

import java.util.List;

/// A command, run by `./stowage NAME …`. Found through [java.util.ServiceLoader], so it needs a public
/// constructor without parameters that does no work: listing the commands creates one of each.
public interface Command {

    /// The name on the command line.
    String name();

    /// One line for `./stowage --help`; it starts with a verb and names what is affected.
    String summary();

    /// Whether all arguments, `--help` included, go to another program.
    default boolean isForAnother() {
        return false;
    }

    /// Runs to the end and returns the exit status.
    ///
    /// @throws dev.stowage.flags.UsageException for an invalid command line: its message is printed, exit status 2
    /// @throws dev.stowage.flags.HelpRequestedException for `--help`: its text is printed, exit status 0
    int run(List<String> args) throws Exception;
}
