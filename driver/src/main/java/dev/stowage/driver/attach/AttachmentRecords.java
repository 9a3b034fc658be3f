package dev.stowage.driver.attach;

import dev.stowage.linux.file.Directories;
import dev.stowage.sdk.CsiException;
import dev.stowage.sdk.RequestDigest;
import dev.stowage.sdk.VolumeId;
import dev.stowage.sdk.record.RecordFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The attachments of one shared pool, in files that its nodes can read: `attachments/VOLUME.json`,
/// `nodes/DIGEST.json`. One process writes attachments, the controller; it counts in memory what each node has.
public final class AttachmentRecords {

    private static final NodeAttachmentCodec CODEC = new NodeAttachmentCodec();

    private final Path attachments;
    private final Path nodes;
    private final AttachmentLimit limit;

    private AttachmentRecords(Path pool, AttachmentLimit limit) {
        this.attachments = pool.resolve("attachments");
        this.nodes = pool.resolve("nodes");
        this.limit = limit;
    }

    /// @param pool the directory that all nodes share
    /// @param limit how many volumes a node takes, of all pools together
    public static AttachmentRecords in(Path pool, AttachmentLimit limit) throws IOException {
        AttachmentRecords records = new AttachmentRecords(pool, limit);
        Directories.ensure(records.attachments);
        Directories.ensure(records.nodes);
        for (String file : Directories.list(records.attachments)) {
            if (!file.startsWith(".")) {
                RecordFile.read(records.attachments.resolve(file), CODEC).forEach(one -> limit.found(one.node()));
            }
        }
        return records;
    }

    /// Makes a node known to the controller. A node does it for itself when it starts.
    public void register(String node) throws IOException {
        RecordFile.write(nodeFile(node), new NodeIdCodec(), node);
    }

    /// Makes a node unknown that is no longer where the pool is accessible from.
    public void forget(String node) throws IOException {
        RecordFile.delete(nodeFile(node));
    }

    public boolean knows(String node) {
        return Files.exists(nodeFile(node));
    }

    public List<NodeAttachment> of(VolumeId volume) throws IOException {
        return RecordFile.find(file(volume), CODEC).orElse(List.of());
    }

    /// Attaches the volume; does nothing when it is attached already. Calls for one volume do not overlap.
    public void attach(VolumeId volume, NodeAttachment wanted) throws CsiException, IOException {
        List<NodeAttachment> now = of(volume);
        Optional<NodeAttachment> here =
                now.stream().filter(one -> one.node().equals(wanted.node())).findFirst();
        if (here.isPresent()) {
            if (!here.get().equals(wanted)) {
                throw CsiException.alreadyExists(
                        "volume %s is already attached to node %s with different options; detach it first"
                                .formatted(volume, wanted.node()));
            }
            return;
        }
        Optional<NodeAttachment> alone =
                now.stream().filter(one -> !one.shared() || !wanted.shared()).findFirst();
        if (alone.isPresent()) {
            throw CsiException.failedPrecondition(
                    "volume %s is attached to node %s; detach it there before attaching it to %s"
                            .formatted(volume, alone.get().node(), wanted.node()));
        }
        List<NodeAttachment> then = new ArrayList<>(now);
        then.add(wanted);
        limit.take(wanted.node());
        try {
            RecordFile.write(file(volume), CODEC, then);
        } catch (IOException | RuntimeException e) {
            limit.release(wanted.node());
            throw e;
        }
    }

    /// Detaches the volume from one node, or from all; succeeds when it is not attached.
    public void detach(VolumeId volume, Optional<String> node) throws IOException {
        List<NodeAttachment> now = of(volume);
        List<NodeAttachment> going = now.stream()
                .filter(one -> node.isEmpty() || one.node().equals(node.get()))
                .toList();
        List<NodeAttachment> staying =
                now.stream().filter(one -> !going.contains(one)).toList();
        if (going.isEmpty()) {
            Files.deleteIfExists(attachments.resolve("." + volume.value() + ".json")); // an interrupted attach
            return;
        }
        if (staying.isEmpty()) {
            RecordFile.delete(file(volume));
        } else {
            RecordFile.write(file(volume), CODEC, staying);
        }
        going.forEach(one -> limit.release(one.node()));
    }

    private Path file(VolumeId volume) {
        return attachments.resolve(volume.value() + ".json");
    }

    private Path nodeFile(String node) {
        return nodes.resolve(RequestDigest.of(node).substring(0, 32) + ".json");
    }
}
