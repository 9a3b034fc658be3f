package dev.stowage.cli.drain;

import dev.stowage.cli.move.BandwidthLimit;
import dev.stowage.cli.move.MoveRequest;
import dev.stowage.cli.up.instance.ClusterFlags;
import dev.stowage.flags.Flag;
import dev.stowage.flags.FlagSet;
import dev.stowage.flags.ParsedFlags;
import dev.stowage.flags.UsageException;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// The command line of `stowage drain`.
final class DrainFlags {
    private final FlagSet flags = new FlagSet("stowage drain NODE [--to NODE,…] [flags]", """
                    Move all volumes away from a node. Cordons the node, creates a VolumeMove for each volume that is only
                    on this node, and watches them; volumes that other nodes can use need nothing. Without --to, a volume
                    goes to the ready node with its driver that has the most free capacity. Ctrl-C ends the command, and
                    not the moves that have begun; run it again to go on. Pods without such volumes stay: afterwards,
                    "kubectl drain" evicts them.

                    Exit status: 0 no volume is left that belongs to the node; 1 some are left, or failure; 2 usage
                    error.""")
            .arguments(1)
            .examples("""
                    stowage drain node-1
                    stowage drain node-1 --to node-2,node-3 --concurrency 4 --bandwidth-limit 50Mi
                    stowage drain node-1 --cancel
                    """);
    private final Flag<String> to =
            flags.commaSeparated("to", "Nodes that volumes may move to; by default all that can take them.");
    private final Flag<Integer> concurrency =
            flags.integer("concurrency", 2, "Number of volumes to move away from the node at the same time.");
    private final Flag<Boolean> deleteBarePods = flags.bool(
            "delete-bare-pods",
            false,
            "Delete pods without a controller, which nothing starts again; otherwise their moves wait for their end.");
    private final Flag<String> bandwidthLimit = BandwidthLimit.flag(flags);
    private final Flag<Boolean> cancel = flags.bool(
            "cancel",
            false,
            "Cancel the moves that a drain of this node has created, and uncordon it if a drain has cordoned it.");
    private final ClusterFlags cluster = ClusterFlags.declare(flags);

    DrainOptions parse(List<String> args) {
        ParsedFlags parsed = flags.parse(args);
        if (parsed.arguments().isEmpty()) {
            throw new UsageException("name the node to drain");
        }
        String argument = parsed.arguments().getFirst();
        String node = argument.startsWith("node/") ? argument.substring("node/".length()) : argument;
        if (parsed.value(concurrency) < 1) {
            throw new UsageException("flag --concurrency: must be at least 1");
        }
        Set<String> targets = Stream.of(parsed.value(to).split(","))
                .map(String::strip)
                .filter(name -> !name.isEmpty())
                .collect(Collectors.toSet());
        if (targets.contains(node)) {
            throw new UsageException("flag --to: " + node + " is the node to drain");
        }
        return new DrainOptions(
                node,
                targets,
                new MoveRequest(parsed.value(deleteBarePods), parsed.value(bandwidthLimit)),
                parsed.value(concurrency),
                parsed.value(cancel),
                cluster.read(parsed));
    }
}
