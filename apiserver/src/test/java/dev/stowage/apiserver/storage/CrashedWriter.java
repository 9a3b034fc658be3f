package dev.stowage.apiserver.storage;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;

/// A process that writes to a store with many threads until it is killed, and prints each write after it was
/// done: `put 17 thread-3 4` for revision 17, name and content.
final class CrashedWriter {
    private static final int THREADS = 24;

    private CrashedWriter() {}

    public static void main(String[] args) throws Exception {
        // Not closed: the process is killed and never exits normally.
        PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
        SqliteObjectStore store = SqliteObjectStore.open(Path.of(args[0]), StorageOptions.standard());
        Stream<Thread> threads = Stream.iterate(0, i -> i < THREADS, i -> i + 1)
                .map(i -> Thread.ofPlatform().start(() -> write(store, "thread-" + i, out)));
        for (Thread thread : threads.toList()) {
            thread.join();
        }
    }

    private static void write(ObjectStore objectStore, String name, PrintStream out) {
        ObjectKey key = TestObjects.pod("a", name);
        try {
            for (int i = 0; true; i++) {
                Optional<StoredObject> before = objectStore.get(key);
                if (before.isPresent() && i % 7 == 0) {
                    StoredObject storedObject = objectStore.write(TestObjects.remove(before.get()));
                    out.println("remove %d %s -".formatted(storedObject.revision(), name));
                } else {
                    String content = Integer.toString(i);
                    long expected = before.map(StoredObject::revision).orElse(0L);
                    StoredObject storedObject = objectStore.write(TestObjects.put(key, expected, content));
                    out.println("put %d %s %s".formatted(storedObject.revision(), name, content));
                }
            }
        } catch (ConflictException | IOException | InterruptedException e) {
            out.println("failed " + e);
        }
    }
}
