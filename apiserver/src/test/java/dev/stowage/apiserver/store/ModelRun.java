package dev.stowage.apiserver.store;

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

/// One series of random operations. Keys are few, so that they meet often; what is kept in memory is little,
/// so that the file is asked often.
final class ModelRun implements AutoCloseable {
    private static final List<String> RESOURCES = List.of("pods", "nodes", "leases.coordination.k8s.io");
    private static final List<String> NAMESPACES = List.of("a", "a-b", "b");

    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final Path folder;
    private final Random random;
    private final Model model = new Model();
    private final NavigableMap<Integer, Operation> operations = new TreeMap<>();
    private final List<Reader> readers = new ArrayList<>();
    private SqliteStore store;
    private long steps;

    ModelRun(Path folder, Random random) throws IOException {
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

    private SqliteStore open() throws IOException {
        return SqliteStore.open(
                folder, StoreOptions.standard().feeds(60, 20_000).windowBytes(3_000));
    }

    /// One who stays while other things happen.
    private record Reader(Feed feed, String resource, String namespace) {}

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

    private Key anyKey() {
        String resource = RESOURCES.get(random.nextInt(RESOURCES.size()));
        return new Key(
                resource,
                resource.equals("nodes") ? "" : NAMESPACES.get(random.nextInt(NAMESPACES.size())),
                "n" + random.nextInt(100));
    }

    private String anyNamespace(String resource) {
        return resource.equals("nodes") || random.nextBoolean()
                ? ""
                : NAMESPACES.get(random.nextInt(NAMESPACES.size()));
    }

    /// Often one at an edge: of what was compacted, or of what is in memory.
    private long anyRevision() {
        return switch (random.nextInt(4)) {
            case 0 -> model.compacted();
            case 1 -> random.nextLong(model.compacted(), model.revision() + 1);
            default -> Math.max(model.compacted(), model.revision() - random.nextInt(50));
        };
    }

    private Mutation anyMutation(Key key) {
        Optional<Entry> before = model.find(key);
        if (before.isPresent() && random.nextInt(3) == 0) {
            return Objects.remove(before.get());
        }
        String content = "-".repeat(random.nextInt(random.nextInt(20) == 0 ? 5_000 : 100));
        return Objects.put(key, before.map(Entry::revision).orElse(0L), content);
    }

    private void write() throws Exception {
        Mutation mutation = anyMutation(anyKey());
        Entry entry = store.write(mutation);
        assertThat(entry.revision()).isEqualTo(model.revision() + 1);
        model.apply(mutation, entry);
    }

    /// Of different objects, in whatever order.
    private void writeAtOnce() throws Exception {
        Set<Key> keys = new LinkedHashSet<>();
        for (int i = 0; i < 20; i++) {
            keys.add(anyKey());
        }
        List<Mutation> mutations = keys.stream().map(this::anyMutation).toList();
        List<Callable<Done>> calls = mutations.stream()
                .<Callable<Done>>map(each -> () -> new Done(each, store.write(each)))
                .toList();
        List<Done> done = new ArrayList<>();
        for (Future<Done> future : threads.invokeAll(calls)) {
            done.add(future.get());
        }
        done.sort(Comparator.comparingLong(each -> each.entry().revision()));
        for (Done each : done) {
            assertThat(each.entry().revision()).isEqualTo(model.revision() + 1);
            model.apply(each.mutation(), each.entry());
        }
        steps += mutations.size() - 1;
    }

    private record Done(Mutation mutation, Entry entry) {}

    private void conflict() {
        Key key = anyKey();
        Optional<Entry> before = model.find(key);
        long wrong = before.map(Entry::revision).orElse(0L) + 1 + random.nextInt(3);
        assertThatThrownBy(() -> store.write(Objects.put(key, wrong, "never")))
                .isInstanceOfSatisfying(
                        ConflictException.class,
                        e -> assertThat(e.found().map(Objects::text)).isEqualTo(before.map(Objects::text)));
    }

    private void get() {
        Key key = anyKey();
        assertThat(store.get(key).map(Objects::text)).isEqualTo(model.find(key).map(Objects::text));
    }

    private void list() {
        String resource = anyKey().resource();
        String namespace = anyNamespace(resource);
        Store.Page page = store.list(resource, namespace);
        assertThat(page.revision()).isEqualTo(model.revision());
        assertThat(texts(page)).isEqualTo(model.list(resource, namespace, model.revision(), Optional.empty(), 0));
    }

    private static List<String> texts(Store.Page page) {
        return page.entries().stream().map(Objects::text).toList();
    }

    private void listAt() throws Exception {
        String resource = anyKey().resource();
        String namespace = anyNamespace(resource);
        long revision = anyRevision();
        Optional<Key> after = Optional.empty();
        int limit = random.nextInt(40);
        Store.Page page;
        do {
            page = store.listAt(resource, namespace, revision, after, limit);
            long at = revision == 0 ? model.revision() : revision;
            assertThat(texts(page)).isEqualTo(model.list(resource, namespace, at, after, limit));
            after = page.entries().isEmpty()
                    ? after
                    : Optional.of(page.entries().getLast().key());
            assertThat(page.remaining())
                    .isEqualTo(
                            page.entries().isEmpty()
                                    ? 0
                                    : model.list(resource, namespace, at, after, 0)
                                            .size());
        } while (page.remaining() > 0 && revision > 0);
    }

    private void resume() throws Exception {
        String resource = anyKey().resource();
        String namespace = anyNamespace(resource);
        long after = anyRevision();
        try (Feed feed = store.watch(resource, namespace, after)) {
            assertThat(drain(feed)).isEqualTo(model.changes(resource, namespace, after));
            assertThat(feed.revision()).isEqualTo(model.revision());
        }
        if (model.compacted() > 0) {
            long lost = random.nextLong(model.compacted());
            assertThatThrownBy(() -> store.watch(resource, namespace, lost)).isInstanceOf(CompactedException.class);
        }
    }

    private static List<String> drain(Feed feed) throws Exception {
        List<String> changes = new ArrayList<>();
        List<Change> next = feed.next(Duration.ZERO);
        while (!next.isEmpty()) {
            next.stream().map(Objects::text).forEach(changes::add);
            next = feed.next(Duration.ZERO);
        }
        return changes;
    }

    private void follow() throws Exception {
        if (readers.size() < 5) {
            String resource = anyKey().resource();
            String namespace = anyNamespace(resource);
            Feed feed = store.watch(resource, namespace, model.revision());
            readers.add(new Reader(feed, resource, namespace));
        }
    }

    private void leave() throws Exception {
        if (readers.isEmpty()) {
            return;
        }
        Reader reader = readers.remove(random.nextInt(readers.size()));
        long from = reader.feed().revision();
        try (Feed feed = reader.feed()) {
            if (from >= model.compacted()) {
                assertThat(drain(feed)).isEqualTo(model.changes(reader.resource(), reader.namespace(), from));
                assertThat(feed.revision()).isEqualTo(model.revision());
            }
        } catch (TooSlowException e) {
            assertThat(model.changes(reader.resource(), reader.namespace(), from))
                    .hasSizeGreaterThan(2);
        }
    }

    private void compact() throws Exception {
        long revision = anyRevision();
        store.compact(revision);
        model.compact(revision);
        assertThat(store.compacted()).isEqualTo(model.compacted());
    }

    private void reopen() throws IOException {
        readers.clear();
        store.close();
        store = open();
        assertThat(store.revision()).isEqualTo(model.revision());
        assertThat(store.compacted()).isEqualTo(model.compacted());
        compareAll();
    }

    void compareAll() {
        for (String resource : RESOURCES) {
            assertThat(texts(store.list(resource, "")))
                    .isEqualTo(model.list(resource, "", model.revision(), Optional.empty(), 0));
        }
    }

    @Override
    public void close() throws IOException {
        threads.close();
        store.close();
    }
}
