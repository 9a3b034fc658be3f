package dev.stowage.sdk.server;

import dev.stowage.linux.file.Directories;
import dev.stowage.sdk.AttachRequest;
import dev.stowage.sdk.Attaching;
import dev.stowage.sdk.CsiException;
import dev.stowage.sdk.Secrets;
import dev.stowage.sdk.VolumeId;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// Attachments as symbolic links, one per volume.
final class LinkAttachments implements Attaching {

    private final Path attachments;

    LinkAttachments(Path data) throws IOException {
        this.attachments = data.resolve("attachments");
        Directories.ensure(attachments);
    }

    @Override
    public Map<String, String> attach(AttachRequest wanted) throws CsiException, IOException {
        Set<String> nodes = attachedTo(wanted.volume());
        if (!nodes.isEmpty() && !nodes.contains(wanted.node())) {
            throw CsiException.failedPrecondition("volume " + wanted.volume() + " is attached to " + nodes);
        }
        Path how = Path.of(wanted.node(), Boolean.toString(wanted.readOnly()));
        if (nodes.isEmpty()) {
            Files.createSymbolicLink(attachments.resolve(wanted.volume().value()), how);
        } else if (!attachment(wanted.volume()).equals(Optional.of(how))) {
            throw CsiException.alreadyExists("volume " + wanted.volume() + " is attached with different options");
        }
        return Map.of("device", "0");
    }

    @Override
    public void detach(VolumeId volume, Optional<String> node, Secrets secrets) throws IOException {
        if (node.isEmpty() || attachedTo(volume).contains(node.get())) {
            Files.deleteIfExists(attachments.resolve(volume.value()));
        }
    }

    @Override
    public Set<String> attachedTo(VolumeId volume) throws IOException {
        return attachment(volume).map(how -> Set.of(how.getName(0).toString())).orElse(Set.of());
    }

    /// The node and the access, as the target of a link: volumes are listed while others are attached, and a
    /// link is created atomically.
    private Optional<Path> attachment(VolumeId volume) throws IOException {
        try {
            return Optional.of(Files.readSymbolicLink(attachments.resolve(volume.value())));
        } catch (NoSuchFileException _) {
            return Optional.empty();
        }
    }

    @Override
    public boolean knowsNode(String node) {
        return node.startsWith("node-");
    }

    @Override
    public boolean canAttachReadOnly() {
        return true;
    }
}
