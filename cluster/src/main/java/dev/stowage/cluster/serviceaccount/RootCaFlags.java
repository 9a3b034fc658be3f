package dev.stowage.cluster.serviceaccount;

import dev.stowage.flags.Flag;
import dev.stowage.flags.FlagSet;
import dev.stowage.flags.ParsedFlags;
import dev.stowage.flags.UsageException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/// Where the CA certificates come from.
public final class RootCaFlags {
    private final Flag<String> file;

    public RootCaFlags(FlagSet flags) {
        file = flags.file(
                "root-ca-file",
                "",
                "File with the CA certificates that pods use to verify the API server. Default: those of the kubeconfig.");
    }

    public RootCaOptions read(ParsedFlags line) {
        String name = line.value(file);
        try {
            return new RootCaOptions(name.isEmpty() ? "" : Files.readString(Path.of(name)));
        } catch (IOException e) {
            throw new UsageException("flag --root-ca-file: cannot read " + name + ": " + e.getMessage());
        }
    }
}
