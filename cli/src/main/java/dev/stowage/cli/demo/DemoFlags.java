package dev.stowage.cli.demo;

import dev.stowage.flags.Flag;
import dev.stowage.flags.FlagSet;
import dev.stowage.flags.ParsedFlags;
import java.util.List;

/// The flags of `stowage demo`.
final class DemoFlags {
    private final FlagSet flags = new FlagSet("stowage demo [--keep] [--json]", """
            Run the whole volume lifecycle on a temporary cluster with three nodes in a directory below /tmp, in about a
            minute: a claim is bound, pods write and read, a snapshot is taken, restored and cloned, a volume grows under
            a running pod, a raw block device is used, a volume moves to another node, a driver is killed, a volume
            outlives its claim. Then everything is deleted, including the directory.
            Needs root. Fails with exit status 1 at the first step that does not do what it promises.""");
    private final Flag<Boolean> keep =
            flags.bool("keep", false, "Keep the cluster running at the end, for kubectl; Ctrl-C stops and deletes it.");
    private final Flag<Boolean> json = flags.bool("json", false, "Print one JSON document at the end, nothing before.");
    private final Flag<Integer> verbosity = flags.integer(
            "v", -1, "Log level: 0 for normal operation, 4 for debugging, 5 for every call; -1 disables logging.");

    DemoOptions parse(List<String> args) {
        ParsedFlags parsed = flags.parse(args);
        return new DemoOptions(parsed.value(keep), parsed.value(json), parsed.value(verbosity));
    }
}
