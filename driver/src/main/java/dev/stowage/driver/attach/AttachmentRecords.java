package dev.stowage.driver.attach;

import static java.util.Objects.requireNonNull;

import dev.stowage.linux.file.Directories;
import dev.stowage.sdk.CsiCode;
import dev.stowage.sdk.CsiException;
import dev.stowage.sdk.RequestDigest;
import dev.stowage.sdk.VolumeId;
import dev.stowage.sdk.record.RecordFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/// The attachments of a shared pool, in files that every node can read: `attachments/VOLUME.json`,
/// `nodes/DIGEST.json`. One process writes attachments, the controller; it counts in memory what each node has.
public final class AttachmentRecords {

    private static final NodeAttachmentCodec CODEC = new NodeAttachmentCodec();

    private final Path attachments;
    private final Path nodes;
    private final int mostPerNode;
    private final Map<String, Integer> perNode = new ConcurrentHashMap<>();

    private AttachmentRecords(Path pool, int mostPerNode) {
        this.attachments = pool.resolve("attachments");
        this.nodes = pool.resolve("nodes");
        this.mostPerNode = mostPerNode;
    }

    /// @param pool the directory that all nodes share
    /// @param mostPerNode how many volumes one node takes; zero for no limit
    public static AttachmentRecords in(Path pool, int mostPerNode) throws IOException {
        AttachmentRecords records = new AttachmentRecords(pool, mostPerNode);
        Directories.ensure(records.attachments);
        Directories.ensure(records.nodes);
        for (String file : Directories.list(records.attachments)) {
            if (!file.startsWith(".")) {
                RecordFile.read(records.attachments.resolve(file), CODEC).forEach(one -> records.count(one.node(), 1));
            }
        }
        return records;
    }

    /// Makes a node known to the controller. A node does it for itself when it starts.
    public void register(String node) throws IOException {
        RecordFile.write(nodeFile(node), new NodeIdCodec(), node);
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
        // Counted first: other volumes may be attached to the node concurrently.
        if (count(wanted.node(), 1) > mostPerNode && mostPerNode > 0) {
            count(wanted.node(), -1);
            throw new CsiException(
                    CsiCode.RESOURCE_EXHAUSTED,
                    "node %s already has %d volumes, its limit".formatted(wanted.node(), mostPerNode));
        }
        try {
            RecordFile.write(file(volume), CODEC, then);
        } catch (IOException | RuntimeException e) {
            count(wanted.node(), -1);
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
        going.forEach(one -> count(one.node(), -1));
    }

    /// What this node may do with the volume.
    ///
    /// @throws CsiException FAILED_PRECONDITION when it is not attached here
    public NodeAttachment require(VolumeId volume, String node) throws CsiException, IOException {
        return of(volume).stream()
                .filter(one -> one.node().equals(node))
                .findFirst()
                .orElseThrow(() -> CsiException.failedPrecondition(
                        "volume %s is not attached to node %s; attach it first".formatted(volume, node)));
    }

    private int count(String node, int change) {
        return requireNonNull(perNode.merge(node, change, Integer::sum));
    }

    private Path file(VolumeId volume) {
        return attachments.resolve(volume.value() + ".json");
    }

    private Path nodeFile(String node) {
        return nodes.resolve(RequestDigest.of(node).substring(0, 32) + ".json");
    }
}
