/// Command lines as Go's flag packages parse them, because the programs that we replace are started that way:
/// `-name` and `--name` are the same, a value follows `=` or a space, a boolean needs no value, durations are
/// written `1m50s`. Short forms (`-n`, `-ojson`, `-Ao json`) work as in kubectl.
///
/// Declare the flags on a [dev.stowage.flags.FlagSet], parse, and read typed values from the
/// [dev.stowage.flags.ParsedFlags]. An invalid command line is a one-line
/// [dev.stowage.flags.UsageException], exit status 2.
@NullMarked
package dev.stowage.flags;

import org.jspecify.annotations.NullMarked;
