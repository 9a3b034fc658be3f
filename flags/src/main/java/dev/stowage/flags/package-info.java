/// Command lines in the manner of Go's flag packages, because the programs we stand in for are started that way:
/// `-x` and `--x` are the same, a value follows `=` or a space, a boolean needs no value, durations read `1m50s`.
///
/// Declare the flags on a [dev.stowage.flags.FlagSet], parse, ask the [dev.stowage.flags.ParsedFlags] for
/// typed values.
/// A wrong command line is one clear sentence ([dev.stowage.flags.UsageException], exit status 2).
@NullMarked
package dev.stowage.flags;

import org.jspecify.annotations.NullMarked;
