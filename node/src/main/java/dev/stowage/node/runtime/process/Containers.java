package dev.stowage.node.runtime.process;

import dev.stowage.linux.process.ProcessDescriptor;
import dev.stowage.linux.process.ProcessExits;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// All containers of this runtime, those of an earlier process of the node included, and who is told of
/// their ends.
final class Containers implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(Containers.class);

    private final Map<String, Container> byId = new ConcurrentHashMap<>();
    private final List<Consumer<String>> listeners = new CopyOnWriteArrayList<>();
    private final ProcessExits exits;
    private final LogWatch logs;

    Containers() throws IOException {
        this.exits = new ProcessExits("container-exits");
        this.logs = new LogWatch();
    }

    void listen(Consumer<String> listener) {
        listeners.add(listener);
    }

    Optional<Container> find(String id) {
        return Optional.ofNullable(byId.get(id));
    }

    List<Container> of(String uid) {
        return byId.values().stream()
                .filter(each -> each.known().pod().equals(uid))
                .sorted((a, b) -> a.known().since().compareTo(b.known().since()))
                .toList();
    }

    /// Takes what an earlier process of the node left.
    void adopt(Folders folders, String uid) throws IOException {
        try (DirectoryStream<Path> each = Files.newDirectoryStream(folders.pod(uid), Files::isDirectory)) {
            for (Path folder : each) {
                Path file = folder.resolve(Folders.RECORD);
                if (Files.exists(file)) {
                    ContainerRecord known = ContainerRecord.read(RecordFile.read(file));
                    add(known.ran() ? known : Unfinished.end(known, folder), folder, null);
                }
            }
        }
    }

    /// @param environment that it was started with; null when nobody here knows
    void add(ContainerRecord known, Path folder, @Nullable Map<String, String> environment) throws IOException {
        Container container = new Container(known, folder, LogCopy.of(folder, known.log()), environment);
        byId.put(known.id(), container);
        logs.watch(container);
        Optional<ProcessDescriptor> supervisor = ProcessDescriptor.open(
                known.supervisor().number(), known.supervisor().start());
        if (supervisor.isPresent()) {
            container.copyLogs();
            exits.watch(supervisor.get(), () -> Thread.startVirtualThread(() -> conclude(container)));
        } else {
            conclude(container);
        }
        tell(known.pod());
    }

    private void conclude(Container container) {
        logs.forget(container);
        container.conclude();
        tell(container.known().pod());
    }

    private void tell(String uid) {
        for (Consumer<String> listener : listeners) {
            try {
                listener.accept(uid);
            } catch (RuntimeException e) {
                log.warn("A listener could not take the word of a change in pod {}.", uid, e);
            }
        }
    }

    void forget(Container container) {
        byId.remove(container.known().id());
        tell(container.known().pod());
    }

    @Override
    public void close() {
        exits.close();
        logs.close();
    }
}
