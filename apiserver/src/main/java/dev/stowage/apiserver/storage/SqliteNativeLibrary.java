package dev.stowage.apiserver.storage;

import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import org.sqlite.SQLiteJDBCLoader;
import org.sqlite.util.LibraryLoaderUtil;

/// The native library of SQLite, which is unpacked once, next to the database. By default the driver would unpack
/// it to the temporary directory and compare it byte by byte at each start, and leave it there when the process
/// is killed.
final class SqliteNativeLibrary {
    private static final String FOLDER = "org.sqlite.lib.path";
    private static final String NAME = "org.sqlite.lib.name";

    private SqliteNativeLibrary() {}

    static synchronized void prepare(Path folder) throws IOException {
        if (System.getProperty(FOLDER) != null) {
            return;
        }
        String plain = LibraryLoaderUtil.getNativeLibName();
        String name = "sqlite-%s-%s".formatted(SQLiteJDBCLoader.getVersion(), plain);
        Path file = folder.resolve(name);
        if (Files.notExists(file)) {
            unpack(LibraryLoaderUtil.getNativeLibResourcePath() + "/" + plain, file);
        }
        System.setProperty(NAME, name);
        System.setProperty(FOLDER, folder.toAbsolutePath().toString());
    }

    private static void unpack(String resource, Path file) throws IOException {
        Path part = file.resolveSibling(file.getFileName() + ".part");
        try (InputStream in = SQLiteJDBCLoader.class.getResourceAsStream(resource)) {
            if (in == null) {
                throw new IOException("SQLite is not available for this platform: %s not found".formatted(resource));
            }
            Files.copy(in, part, StandardCopyOption.REPLACE_EXISTING);
        }
        // So that a file with this name is complete, even after a power loss.
        try (FileChannel channel = FileChannel.open(part, StandardOpenOption.WRITE)) {
            channel.force(true);
        }
        Files.move(part, file, StandardCopyOption.ATOMIC_MOVE);
    }
}
