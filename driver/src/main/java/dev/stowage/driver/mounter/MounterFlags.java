package dev.stowage.driver.mounter;

import dev.stowage.driver.mounter.protocol.MounterClient;
import dev.stowage.flags.FlagSet;
import dev.stowage.flags.ParsedFlags;
import java.nio.file.Path;
import java.util.List;

/// The command line of `stowage mounter`.
///
/// @param config the file with the pools
/// @param data where records and logs are
/// @param socket where to listen
/// @param force whether SIGTERM ends the process while shares are in use
/// @param list whether to print the shares of a running mounter instead
/// @param unmount the share to unmount instead; empty for none
record MounterFlags(String config, Path data, Path socket, boolean force, boolean list, String unmount) {
    private static final String SOCKET = "/run/stowage/mounter.sock";
    private static final Path DATA = Path.of("/var/lib/stowage-mounter");

    static MounterFlags parse(List<String> args) {
        FlagSet flags = new FlagSet(
                "stowage mounter --config FILE [flags]",
                "Mount GlusterFS and FUSE shares for the local driver, and keep them mounted while it restarts.");
        var config = flags.file("config", "", "JSON file with the pools, the same as that of the driver.");
        var data = flags.path("data", DATA, "Directory for the records and logs of the mounts.");
        var endpoint = flags.text("endpoint", SOCKET, "Unix socket to serve on.");
        var force = flags.bool("force", false, "Exit on SIGTERM while shares are in use; their daemons continue.");
        var list = flags.bool("list", false, "Print the shares of the running mounter, and exit.");
        var unmount = flags.text("unmount", "", "Unmount a share of the running mounter if it is unused, and exit.");
        ParsedFlags parsed = flags.parse(args);
        return new MounterFlags(
                parsed.value(config),
                parsed.value(data).toAbsolutePath().normalize(),
                MounterClient.socketOf(parsed.value(endpoint)),
                parsed.value(force),
                parsed.value(list),
                parsed.value(unmount));
    }
}
