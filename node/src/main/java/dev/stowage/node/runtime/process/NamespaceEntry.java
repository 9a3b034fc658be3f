package dev.stowage.node.runtime.process;

import dev.stowage.linux.Descriptor;
import dev.stowage.linux.mount.ThreadNamespaces;
import dev.stowage.linux.mount.ThreadNamespaces.Kind;
import dev.stowage.linux.process.ProcessDescriptor;
import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Enters the namespaces of a running container, and of no other: after the namespaces are open, the process is
/// checked again.
///
/// @param environment of the first program of the container, which other commands in it get as well
record NamespaceEntry(Map<Kind, Descriptor> namespaces, Map<String, String> environment) implements AutoCloseable {

    static NamespaceEntry of(ProcessContainer processContainer) throws IOException {
        long pid = processContainer.record().first().number();
        Map<Kind, Descriptor> namespaces = new EnumMap<>(Kind.class);
        NamespaceEntry namespaceEntry = new NamespaceEntry(namespaces, new LinkedHashMap<>());
        try {
            for (Kind kind : Kind.values()) {
                namespaces.put(kind, ThreadNamespaces.of(pid, kind));
            }
            namespaceEntry.environment.putAll(processContainer.environment());
            Optional<ProcessDescriptor> first = processContainer.firstProcess();
            if (first.isEmpty()) {
                throw new IOException("container " + processContainer.record().name() + " has exited");
            }
            first.get().close();
            return namespaceEntry;
        } catch (IOException e) {
            namespaceEntry.close();
            throw e;
        }
    }

    /// The command prefix that enters the namespaces; the command follows.
    List<String> command() {
        String ours = "/proc/" + ProcessHandle.current().pid() + "/fd/";
        List<String> command = new ArrayList<>(List.of("nsenter"));
        namespaces.forEach((kind, namespace) -> command.add(option(kind) + "=" + ours + namespace.number()));
        command.add("--");
        return command;
    }

    private static String option(Kind kind) {
        return switch (kind) {
            case MOUNTS -> "--mount";
            case NAMES -> "--uts";
            case QUEUES -> "--ipc";
            case PROCESSES -> "--pid";
        };
    }

    @Override
    public void close() {
        namespaces.values().forEach(Descriptor::close);
    }
}
