package dev.stowage.driver.image;

import dev.stowage.driver.backend.PoolDirectory;
import dev.stowage.driver.blocks.BlockReader;
import dev.stowage.linux.file.Reflink;
import dev.stowage.linux.file.ReflinkUnsupportedException;
import dev.stowage.sdk.CsiException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Whether files in a pool can share blocks, found by trying once.
final class ReflinkProbe {

    private static final Logger log = LoggerFactory.getLogger(ReflinkProbe.class);
    private static final String PROBE = ".sharing-" + ProcessHandle.current().pid();

    private final Map<Path, Boolean> known = new ConcurrentHashMap<>();

    /// A pool that does not exist yet will be created with reflink.
    boolean isPossible(PoolSource source) {
        if (!source.isMade()) {
            return true;
        }
        try {
            return isPossible(source.directory());
        } catch (CsiException | IOException e) {
            log.warn("Cannot determine whether the pool supports reflink: {}", e.getMessage());
            return false;
        }
    }

    boolean isPossible(PoolDirectory pool) throws IOException {
        Boolean before = known.get(pool.root());
        if (before != null) {
            return before;
        }
        synchronized (this) {
            boolean found = probe(pool.root());
            known.put(pool.root(), found);
            return found;
        }
    }

    private static boolean probe(Path root) throws IOException {
        Path source = root.resolve(PROBE);
        Path copy = root.resolve(PROBE + "-copy");
        try {
            Files.deleteIfExists(copy);
            Files.write(source, new byte[BlockReader.BLOCK]);
            Reflink.cloneFile(source, copy);
            return true;
        } catch (ReflinkUnsupportedException e) {
            return false;
        } finally {
            Files.deleteIfExists(copy);
            Files.deleteIfExists(source);
        }
    }

    /// Removes the files of a process that was killed during the probe.
    static void clean(Path root) throws IOException {
        try (var left = Files.newDirectoryStream(root, ".sharing-*")) {
            for (Path one : left) {
                Files.deleteIfExists(one);
            }
        }
    }
}
