package dev.stowage.cli.move;

import dev.stowage.cli.up.instance.ClusterFlags;
import dev.stowage.flags.Flag;
import dev.stowage.flags.FlagSet;
import dev.stowage.flags.ParsedFlags;
import dev.stowage.flags.UsageException;
import java.util.List;

/// The command line of `stowage move`.
final class MoveFlags {
    private final FlagSet flags = new FlagSet("stowage move pvc/NAME --to NODE [-n NAMESPACE] [flags]", """
                    Move the volume of a claim to another node. It is copied while pods use it; they are stopped for the
                    last difference only, and start again on the other node. Needs the role mover of the sidecar on both
                    nodes. The command creates a VolumeMove and watches it; if the claim is being moved to this node
                    already, it watches that. Ctrl-C ends the command, and not the move.

                    Exit status: 0 moved, or there already; 1 failed or cancelled; 2 usage error. With --cancel: 0 no
                    move is left, 1 it came too late or failed.""")
            .arguments(2)
            .words(List.of("pvc/"))
            .examples("""
                    stowage move pvc/data --to node-2
                    stowage move pvc/data -n shop --to node-2 --bandwidth-limit 50Mi --delete-bare-pods
                    stowage move pvc/data --cancel
                    """);
    private final Flag<String> to = flags.text("to", "", "Node to move the volume to.");
    private final Flag<String> namespace = flags.shorthand(
            "n", flags.text("namespace", "", "Namespace of the claim; by default that of the kubeconfig."));
    private final Flag<Boolean> deleteBarePods = flags.bool(
            "delete-bare-pods",
            false,
            "Delete pods without a controller, which nothing starts again; otherwise the move waits for their end.");
    private final Flag<String> bandwidthLimit = BandwidthLimit.flag(flags);
    private final Flag<Boolean> cancel = flags.bool(
            "cancel", false, "Cancel the move: the volume stays where it is. Not possible in its last seconds.");
    private final Flag<Boolean> noWait = flags.bool("no-wait", false, "Do not watch the move.");
    private final ClusterFlags cluster = ClusterFlags.declare(flags);

    MoveOptions parse(List<String> args) {
        ParsedFlags parsed = flags.parse(args);
        String claim = ClaimArgument.parse(parsed.arguments(), "name the claim to move: pvc/NAME");
        if (parsed.value(to).isEmpty() && !parsed.value(cancel)) {
            throw new UsageException("flag --to is required: the node to move the volume to");
        }
        return new MoveOptions(
                claim,
                parsed.value(namespace),
                parsed.value(to),
                new MoveRequest(parsed.value(deleteBarePods), parsed.value(bandwidthLimit)),
                parsed.value(cancel),
                !parsed.value(noWait),
                cluster.read(parsed));
    }
}
