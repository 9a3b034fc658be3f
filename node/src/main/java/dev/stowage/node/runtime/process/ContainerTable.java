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

/// All containers of this runtime, including those of an earlier run of the node, and the listeners for their
/// exits.
final class ContainerTable implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(ContainerTable.class);

    private final Map<String, ProcessContainer> byId = new ConcurrentHashMap<>();
    private final List<Consumer<String>> listeners = new CopyOnWriteArrayList<>();
    private final ProcessExits exits;
    private final LogWatcher logs;

    ContainerTable() throws IOException {
        this.exits = new ProcessExits("container-exits");
        this.logs = new LogWatcher();
    }

    void listen(Consumer<String> listener) {
        listeners.add(listener);
    }

    Optional<ProcessContainer> find(String id) {
        return Optional.ofNullable(byId.get(id));
    }

    List<ProcessContainer> of(String uid) {
        return byId.values().stream()
                .filter(each -> each.record().pod().equals(uid))
                .sorted((a, b) -> a.record().since().compareTo(b.record().since()))
                .toList();
    }

    /// Takes over the containers of an earlier node process.
    void adopt(RuntimeDirectories runtimeDirectories, String uid) throws IOException {
        try (DirectoryStream<Path> each = Files.newDirectoryStream(runtimeDirectories.pod(uid), Files::isDirectory)) {
            for (Path folder : each) {
                Path file = folder.resolve(RuntimeDirectories.RECORD);
                if (Files.exists(file)) {
                    ContainerRecord known = ContainerRecord.read(RecordFile.read(file));
                    ContainerRecord adopted = known.ran() ? known : InterruptedStart.end(known, folder);
                    add(adopted, folder, null, ContainerHandles.adopted(adopted));
                }
            }
        }
    }

    /// @param environment of its start; null when unknown
    void add(ContainerRecord known, Path folder, @Nullable Map<String, String> environment, ContainerHandles handles)
            throws IOException {
        ProcessContainer processContainer =
                new ProcessContainer(known, folder, LogCopier.of(folder, known.log()), environment, handles);
        byId.put(known.id(), processContainer);
        logs.watch(processContainer);
        Optional<ProcessDescriptor> supervisor = ProcessDescriptor.open(
                known.supervisor().number(), known.supervisor().start());
        if (supervisor.isPresent()) {
            processContainer.copyLogs();
            exits.watch(supervisor.get(), () -> Thread.startVirtualThread(() -> conclude(processContainer)));
        } else {
            conclude(processContainer);
        }
        notifyListeners(known.pod());
    }

    private void conclude(ProcessContainer processContainer) {
        logs.forget(processContainer);
        processContainer.recordExit();
        notifyListeners(processContainer.record().pod());
    }

    private void notifyListeners(String uid) {
        for (Consumer<String> listener : listeners) {
            try {
                listener.accept(uid);
            } catch (RuntimeException e) {
                log.warn("A listener failed on a change of pod {}.", uid, e);
            }
        }
    }

    void forget(ProcessContainer processContainer) {
        byId.remove(processContainer.record().id());
        notifyListeners(processContainer.record().pod());
    }

    @Override
    public void close() {
        exits.close();
        logs.close();
    }
}
