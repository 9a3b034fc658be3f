package dev.stowage.apiserver.storage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/// One series of random operations. There are few keys, so that operations often conflict, and little memory, so
/// that history is often read from the file.
final class StoreModelRun implements AutoCloseable {
    private static final List<String> RESOURCES = List.of("pods", "nodes", "leases.coordination.k8s.io");
    private static final List<String> NAMESPACES = List.of("a", "a-b", "b");

    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final Path folder;
    private final Random random;
    private final StoreModel storeModel = new StoreModel();
    private final NavigableMap<Integer, Operation> operations = new TreeMap<>();
    private final List<Reader> readers = new ArrayList<>();
    private SqliteObjectStore store;
    private long steps;

    StoreModelRun(Path folder, Random random) throws IOException {
        this.folder = folder;
        this.random = random;
        this.store = open();
        often(550, this::write);
        often(50, this::writeAtOnce);
        often(50, this::conflict);
        often(100, this::get);
        often(70, this::list);
        often(80, this::listAt);
        often(30, this::resume);
        often(30, this::follow);
        often(30, this::leave);
        often(8, this::compact);
        often(2, this::reopen);
    }

    private SqliteObjectStore open() throws IOException {
        return SqliteObjectStore.open(
                folder, StorageOptions.standard().feeds(60, 20_000).windowBytes(3_000));
    }

    /// A watcher that stays open during other operations.
    private record Reader(StorageWatch storageWatch, String resource, String namespace) {}

    long steps() {
        return steps;
    }

    void step() throws Exception {
        steps++;
        operations.higherEntry(random.nextInt(operations.lastKey())).getValue().run();
    }

    private interface Operation {
        void run() throws Exception;
    }

    private void often(int share, Operation operation) {
        operations.put((operations.isEmpty() ? 0 : operations.lastKey()) + share, operation);
    }

    private ObjectKey anyKey() {
        String resource = RESOURCES.get(random.nextInt(RESOURCES.size()));
        return new ObjectKey(
                resource,
                resource.equals("nodes") ? "" : NAMESPACES.get(random.nextInt(NAMESPACES.size())),
                "n" + random.nextInt(100));
    }

    private String anyNamespace(String resource) {
        return resource.equals("nodes") || random.nextBoolean()
                ? ""
                : NAMESPACES.get(random.nextInt(NAMESPACES.size()));
    }

    /// A revision, often at a boundary: of the compacted history, or of the changes in memory.
    private long anyRevision() {
        return switch (random.nextInt(4)) {
            case 0 -> storeModel.compacted();
            case 1 -> random.nextLong(storeModel.compacted(), storeModel.revision() + 1);
            default -> Math.max(storeModel.compacted(), storeModel.revision() - random.nextInt(50));
        };
    }

    private ObjectWrite anyMutation(ObjectKey key) {
        Optional<StoredObject> before = storeModel.find(key);
        if (before.isPresent() && random.nextInt(3) == 0) {
            return TestObjects.remove(before.get());
        }
        String content = "-".repeat(random.nextInt(random.nextInt(20) == 0 ? 5_000 : 100));
        return TestObjects.put(key, before.map(StoredObject::revision).orElse(0L), content);
    }

    private void write() throws Exception {
        ObjectWrite objectWrite = anyMutation(anyKey());
        StoredObject storedObject = store.write(objectWrite);
        assertThat(storedObject.revision()).isEqualTo(storeModel.revision() + 1);
        storeModel.apply(objectWrite, storedObject);
    }

    /// Writes different objects concurrently, in any order.
    private void writeAtOnce() throws Exception {
        Set<ObjectKey> keys = new LinkedHashSet<>();
        for (int i = 0; i < 20; i++) {
            keys.add(anyKey());
        }
        List<ObjectWrite> mutations = keys.stream().map(this::anyMutation).toList();
        List<Callable<Done>> calls = mutations.stream()
                .<Callable<Done>>map(each -> () -> new Done(each, store.write(each)))
                .toList();
        List<Done> done = new ArrayList<>();
        for (Future<Done> future : threads.invokeAll(calls)) {
            done.add(future.get());
        }
        done.sort(Comparator.comparingLong(each -> each.storedObject().revision()));
        for (Done each : done) {
            assertThat(each.storedObject().revision()).isEqualTo(storeModel.revision() + 1);
            storeModel.apply(each.objectWrite(), each.storedObject());
        }
        steps += mutations.size() - 1;
    }

    private record Done(ObjectWrite objectWrite, StoredObject storedObject) {}

    private void conflict() {
        ObjectKey key = anyKey();
        Optional<StoredObject> before = storeModel.find(key);
        long wrong = before.map(StoredObject::revision).orElse(0L) + 1 + random.nextInt(3);
        assertThatThrownBy(() -> store.write(TestObjects.put(key, wrong, "never")))
                .isInstanceOfSatisfying(
                        ConflictException.class,
                        e -> assertThat(e.found().map(TestObjects::text)).isEqualTo(before.map(TestObjects::text)));
    }

    private void get() {
        ObjectKey key = anyKey();
        assertThat(store.get(key).map(TestObjects::text))
                .isEqualTo(storeModel.find(key).map(TestObjects::text));
    }

    private void list() {
        String resource = anyKey().resource();
        String namespace = anyNamespace(resource);
        ObjectStore.Page page = store.list(resource, namespace);
        assertThat(page.revision()).isEqualTo(storeModel.revision());
        assertThat(texts(page))
                .isEqualTo(storeModel.list(resource, namespace, storeModel.revision(), Optional.empty(), 0));
    }

    private static List<String> texts(ObjectStore.Page page) {
        return page.entries().stream().map(TestObjects::text).toList();
    }

    private void listAt() throws Exception {
        String resource = anyKey().resource();
        String namespace = anyNamespace(resource);
        long revision = anyRevision();
        Optional<ObjectKey> after = Optional.empty();
        int limit = random.nextInt(40);
        ObjectStore.Page page;
        do {
            page = store.listAt(resource, namespace, revision, after, limit);
            long at = revision == 0 ? storeModel.revision() : revision;
            assertThat(texts(page)).isEqualTo(storeModel.list(resource, namespace, at, after, limit));
            after = page.entries().isEmpty()
                    ? after
                    : Optional.of(page.entries().getLast().key());
            assertThat(page.remaining())
                    .isEqualTo(
                            page.entries().isEmpty()
                                    ? 0
                                    : storeModel
                                            .list(resource, namespace, at, after, 0)
                                            .size());
        } while (page.remaining() > 0 && revision > 0);
    }

    private void resume() throws Exception {
        String resource = anyKey().resource();
        String namespace = anyNamespace(resource);
        long after = anyRevision();
        try (StorageWatch storageWatch = store.watch(resource, namespace, after)) {
            assertThat(drain(storageWatch)).isEqualTo(storeModel.changes(resource, namespace, after));
            assertThat(storageWatch.revision()).isEqualTo(storeModel.revision());
        }
        if (storeModel.compacted() > 0) {
            long lost = random.nextLong(storeModel.compacted());
            assertThatThrownBy(() -> store.watch(resource, namespace, lost))
                    .isInstanceOf(RevisionCompactedException.class);
        }
    }

    private static List<String> drain(StorageWatch storageWatch) throws Exception {
        List<String> changes = new ArrayList<>();
        List<ObjectChange> next = storageWatch.next(Duration.ZERO);
        while (!next.isEmpty()) {
            next.stream().map(TestObjects::text).forEach(changes::add);
            next = storageWatch.next(Duration.ZERO);
        }
        return changes;
    }

    private void follow() throws Exception {
        if (readers.size() < 5) {
            String resource = anyKey().resource();
            String namespace = anyNamespace(resource);
            StorageWatch storageWatch = store.watch(resource, namespace, storeModel.revision());
            readers.add(new Reader(storageWatch, resource, namespace));
        }
    }

    private void leave() throws Exception {
        if (readers.isEmpty()) {
            return;
        }
        Reader reader = readers.remove(random.nextInt(readers.size()));
        long from = reader.storageWatch().revision();
        try (StorageWatch storageWatch = reader.storageWatch()) {
            if (from >= storeModel.compacted()) {
                assertThat(drain(storageWatch))
                        .isEqualTo(storeModel.changes(reader.resource(), reader.namespace(), from));
                assertThat(storageWatch.revision()).isEqualTo(storeModel.revision());
            }
        } catch (SlowWatcherException e) {
            assertThat(storeModel.changes(reader.resource(), reader.namespace(), from))
                    .hasSizeGreaterThan(2);
        }
    }

    private void compact() throws Exception {
        long revision = anyRevision();
        store.compact(revision);
        storeModel.compact(revision);
        assertThat(store.compacted()).isEqualTo(storeModel.compacted());
    }

    private void reopen() throws IOException {
        readers.clear();
        store.close();
        store = open();
        assertThat(store.revision()).isEqualTo(storeModel.revision());
        assertThat(store.compacted()).isEqualTo(storeModel.compacted());
        compareAll();
    }

    void compareAll() {
        for (String resource : RESOURCES) {
            assertThat(texts(store.list(resource, "")))
                    .isEqualTo(storeModel.list(resource, "", storeModel.revision(), Optional.empty(), 0));
        }
    }

    @Override
    public void close() throws IOException {
        threads.close();
        store.close();
    }
}
