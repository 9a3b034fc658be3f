package dev.stowage.cli.promote;

import dev.stowage.cli.move.ClaimArgument;
import dev.stowage.cli.up.instance.ClusterFlags;
import dev.stowage.flags.Flag;
import dev.stowage.flags.FlagSet;
import dev.stowage.flags.ParsedFlags;
import java.util.List;

/// The command line of `stowage promote`.
final class PromoteFlags {
    private final FlagSet flags = new FlagSet("stowage promote pvc/NAME [-n NAMESPACE] [flags]", """
                    Make the standby copy of a claim the volume, because the node of the volume is lost. What was written
                    after the copy was made is gone, and there is no way back: a node that is up is left with "stowage
                    move", which loses nothing. Needs a VolumeStandby with a complete copy.

                    Refused while the node of the volume may be alive: while its lease is fresh, unless the node has the
                    taint node.kubernetes.io/out-of-service, or with --node-is-down. A refusal withdraws the request.
                    Ctrl-C ends the command, and not the promotion.

                    Exit status: 0 promoted; 1 refused or failed; 2 usage error.""")
            .arguments(2)
            .words(List.of("pvc/"))
            .examples("""
                    stowage promote pvc/data
                    stowage promote pvc/data -n shop --node node-2
                    stowage promote pvc/data --node-is-down
                    """);
    private final Flag<String> namespace = flags.shorthand(
            "n", flags.text("namespace", "", "Namespace of the claim; by default that of the kubeconfig."));
    private final Flag<String> node =
            flags.text("node", "", "Node whose copy becomes the volume; by default the one with the newest copy.");
    private final Flag<Boolean> nodeIsDown = flags.bool(
            "node-is-down",
            false,
            "Confirm that the node of the volume is down, although its lease is fresh. If it is not, its pods go on"
                    + " writing to the old copy.");
    private final Flag<Boolean> noWait = flags.bool(
            "no-wait",
            false,
            "Request the promotion and end. If it is refused, the request stays, and is carried out once it can be.");
    private final ClusterFlags cluster = ClusterFlags.declare(flags);

    PromoteOptions parse(List<String> args) {
        ParsedFlags parsed = flags.parse(args);
        return new PromoteOptions(
                ClaimArgument.parse(parsed.arguments(), "name the claim whose copy to promote: pvc/NAME"),
                parsed.value(namespace),
                parsed.value(node),
                parsed.value(nodeIsDown),
                !parsed.value(noWait),
                cluster.read(parsed));
    }
}
