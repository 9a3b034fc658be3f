package dev.stowage.driver.quota;

import dev.stowage.driver.backend.PoolDirectory;
import dev.stowage.driver.backend.VolumeMeta;
import dev.stowage.driver.directory.DirectoryBackend;
import dev.stowage.linux.mount.Mounts;
import dev.stowage.sdk.Bytes;
import java.nio.file.Path;
import java.util.Optional;

/// A process that creates, expands and deletes a volume; it may be killed at any step.
final class QuotaProcess {
    static final Bytes SIZE = Bytes.mebi(8);

    private QuotaProcess() {}

    public static void main(String[] arguments) throws Exception {
        DirectoryBackend backend = new DirectoryBackend(new PoolDirectory(Path.of(arguments[0])), Mounts.system());
        VolumeMeta volume = QuotaPool.volume("v", SIZE);
        backend.create(volume, Optional.empty());
        boolean ignored = backend.expand(volume, Bytes.mebi(16));
        backend.delete(volume.id());
    }
}
