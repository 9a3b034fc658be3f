package dev.stowage.node.runtime.process;

import dev.stowage.linux.mount.ThreadNamespaces.Kind;
import dev.stowage.node.runtime.ContainerStartSpec;
import java.io.IOException;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/// The PID namespace of a container: its own, that of the machine, or that of another container whose processes
/// it debugs.
///
/// @param isOwn whether all processes in it end with the container
/// @param command runs a program whose children are in the namespace
/// @param target keeps the namespace of the other container open
record ProcessNamespace(boolean isOwn, List<String> command, Optional<NamespaceEntry> target) implements AutoCloseable {
    ProcessNamespace {
        command = List.copyOf(command);
    }

    /// Its own, unless the pod has the processes of the machine, or it is an ephemeral container with a target.
    static ProcessNamespace of(ContainerStartSpec spec, ContainerTable containers) throws IOException {
        String target = spec.spec().path("targetContainerName").asText("");
        if (target.isEmpty()) {
            return spec.sandboxSpec().spec().path("hostPID").asBoolean() ? ofMachine() : own();
        }
        return of(containers.of(spec.sandboxSpec().uid()).stream()
                .filter(container -> container.record().name().equals(target)
                        && !container.ended().isDone())
                .findFirst()
                .orElseThrow(() -> new IOException("unable to find target container " + target)));
    }

    private static ProcessNamespace own() {
        return new ProcessNamespace(true, List.of("unshare", "--pid", "--"), Optional.empty());
    }

    private static ProcessNamespace ofMachine() {
        return new ProcessNamespace(false, List.of(), Optional.empty());
    }

    private static ProcessNamespace of(ProcessContainer other) throws IOException {
        NamespaceEntry entry = NamespaceEntry.of(other);
        int namespace = Objects.requireNonNull(entry.namespaces().get(Kind.PROCESSES), "all namespaces are open")
                .number();
        String path = "/proc/" + ProcessHandle.current().pid() + "/fd/" + namespace;
        return new ProcessNamespace(false, List.of("nsenter", "--no-fork", "--pid=" + path, "--"), Optional.of(entry));
    }

    @Override
    public void close() {
        target.ifPresent(NamespaceEntry::close);
    }
}
