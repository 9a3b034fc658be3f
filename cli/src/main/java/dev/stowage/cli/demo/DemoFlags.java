package dev.stowage.cli.demo;

import dev.stowage.flags.Flag;
import dev.stowage.flags.FlagSet;
import dev.stowage.flags.ParsedFlags;
import java.util.List;

/// The command line of `stowage demo`.
final class DemoFlags {
    private final FlagSet flags = new FlagSet(
            "stowage demo [--keep] [--json]",
            "Show the life of a volume for real, in about a minute: three nodes come up in a folder below /tmp, a claim"
                    + " is bound, pods write and read, a snapshot, a restored and a cloned volume, growth under a"
                    + " running pod, a raw block device, a move to another node, a driver that is killed, a volume that"
                    + " outlives its claim; then everything is deleted, the folder too. Needs root. Ends with status 1"
                    + " at the first promise that is not kept.");
    private final Flag<Boolean> keep =
            flags.bool("keep", false, "Leave everything running in the end, for kubectl; Ctrl-C ends and removes it.");
    private final Flag<Boolean> json =
            flags.bool("json", false, "Print one JSON document in the end and nothing before.");
    private final Flag<Integer> verbosity = flags.integer(
            "v", -1, "How much is logged: 0 for what happens, 4 for debugging, 5 shows every call. Else nothing.");

    /// @param verbosity as Kubernetes counts it; less than 0 for nothing
    record DemoOptions(boolean keep, boolean json, int verbosity) {}

    DemoOptions parse(List<String> args) {
        ParsedFlags line = flags.parse(args);
        return new DemoOptions(line.value(keep), line.value(json), line.value(verbosity));
    }
}
