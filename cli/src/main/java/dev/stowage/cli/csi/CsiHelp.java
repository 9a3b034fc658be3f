package dev.stowage.cli.csi;

import dev.stowage.flags.FlagSet;
import dev.stowage.flags.HelpRequestedException;

/// The text of `stowage csi --help`.
final class CsiHelp {

    private CsiHelp() {}

    static HelpRequestedException page() {
        FlagSet flags = new FlagSet("stowage csi [--endpoint unix:///PATH] VERB [ARGUMENTS] [flags]", verbs())
                .examples("""
                export CSI_ENDPOINT=unix:///run/csi/socket
                stowage csi info
                stowage csi create db --size 10Gi --secrets /etc/csi/secrets
                stowage csi stage VOLUME-ID /var/lib/staging/db
                stowage csi publish VOLUME-ID /mnt/db --staging-path /var/lib/staging/db
                stowage csi list --all --output json
                stowage csi CreateVolume --request '{"name": "db", "capacity_range": {"required_bytes": 1073741824}}'
                """)
                .verbs(CsiVerbs.ALL.stream().map(CsiVerb::name).toList());
        GlobalFlags.declare(flags);
        String text = flags.help() + """

                Use "stowage csi VERB --help" for the flags of a verb. Secrets are read from files only (--secrets).
                Exit status: 0 success, 1 failure (the message says whether the call may have taken effect), 2 usage error.
                """;
        return new HelpRequestedException(text, flags.commandHelp());
    }

    private static String verbs() {
        StringBuilder text = new StringBuilder("""
                Call any RPC of a CSI driver over its Unix socket. Every RPC has a verb; the name of the RPC (CreateVolume)
                works too.
                """);
        int width = CsiVerbs.ALL.stream()
                .mapToInt(csiVerb -> csiVerb.name().length())
                .max()
                .orElse(0);
        int rpcWidth = CsiVerbs.ALL.stream()
                .mapToInt(csiVerb -> csiVerb.rpc().length())
                .max()
                .orElse(0);
        String row = "  %-" + width + "s  %-" + rpcWidth + "s  %s%n";
        for (CsiService csiService : CsiService.values()) {
            text.append('\n').append(csiService.title()).append('\n');
            CsiVerbs.ALL.stream()
                    .filter(csiVerb -> csiVerb.csiService() == csiService)
                    .forEach(csiVerb -> text.append(row.formatted(csiVerb.name(), csiVerb.rpc(), csiVerb.summary())));
        }
        return text.toString().stripTrailing();
    }
}
