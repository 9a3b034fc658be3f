package dev.stowage.interop.cluster;

import dev.stowage.interop.process.StowageProgram;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;

/// The command line of our API server.
final class EmbeddedApiServer {
    private EmbeddedApiServer() {}

    /// It keeps the CA in its data directory, and so trusts the same clients as the other programs.
    static List<String> argv(ApiServerFiles files) throws IOException {
        Path data = files.directory().resolve("data");
        Path authority = data.resolve("pki");
        Files.createDirectories(
                authority, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        Files.copy(files.clusterPki().authority(), authority.resolve("ca.crt"));
        Files.copy(files.clusterPki().authorityKey(), authority.resolve("ca.key"));
        return StowageProgram.launched(List.of("apiserver", "--data=" + data, "--port=" + files.port()));
    }
}
