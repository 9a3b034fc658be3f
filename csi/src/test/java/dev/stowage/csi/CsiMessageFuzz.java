package dev.stowage.csi;

import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.DynamicMessage;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.Message;
import dev.stowage.csi.v1.CapacityRange;
import dev.stowage.csi.v1.CreateVolumeRequest;
import dev.stowage.csi.v1.Csi;
import dev.stowage.csi.v1.NodePublishVolumeRequest;
import dev.stowage.csi.v1.Topology;
import dev.stowage.csi.v1.TopologyRequirement;
import dev.stowage.csi.v1.VolumeCapability;
import dev.stowage.testing.fuzz.FuzzTarget;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/// A message of the protocol: its type is the first byte. It is measured and described without its secrets.
final class CsiMessageFuzz implements FuzzTarget {
    private static final List<Descriptor> TYPES = Csi.getDescriptor().getMessageTypes();
    private static final SpecLimits LIMITS = new SpecLimits(SpecLimits.MAP);

    @Override
    public List<byte[]> seeds() {
        VolumeCapability capability = VolumeCapability.newBuilder()
                .setMount(VolumeCapability.MountVolume.newBuilder()
                        .setFsType("ext4")
                        .addMountFlags("password=x"))
                .setAccessMode(VolumeCapability.AccessMode.newBuilder()
                        .setMode(VolumeCapability.AccessMode.Mode.SINGLE_NODE_WRITER))
                .build();
        return List.of(
                seed(CreateVolumeRequest.newBuilder()
                        .setName("volume")
                        .setCapacityRange(CapacityRange.newBuilder().setRequiredBytes(1 << 30))
                        .addVolumeCapabilities(capability)
                        .putParameters("a", "b")
                        .putSecrets("key", "hunter2")
                        .setAccessibilityRequirements(TopologyRequirement.newBuilder()
                                .addRequisite(Topology.newBuilder().putSegments("zone", "z")))
                        .build()),
                seed(NodePublishVolumeRequest.newBuilder()
                        .setVolumeId("v")
                        .setStagingTargetPath("/staging")
                        .setTargetPath("/target")
                        .setVolumeCapability(capability)
                        .putVolumeContext(MessageRedaction.TOKENS, "token")
                        .putSecrets("key", "value\nline")
                        .build()));
    }

    private static byte[] seed(Message message) {
        byte[] bytes = message.toByteArray();
        byte[] seed = new byte[bytes.length + 1];
        seed[0] = (byte) TYPES.indexOf(message.getDescriptorForType());
        System.arraycopy(bytes, 0, seed, 1, bytes.length);
        return seed;
    }

    @Override
    public List<String> words() {
        return new ArrayList<>(
                List.of("hunter2", "/target", "\u0001", MessageRedaction.TOKENS, "\u0012\u0000", "x".repeat(130)));
    }

    @Override
    public void run(byte[] input) {
        if (input.length == 0) {
            return;
        }
        Descriptor type = TYPES.get((input[0] & 0xff) % TYPES.size());
        Message message;
        try {
            message = DynamicMessage.parseFrom(type, Arrays.copyOfRange(input, 1, input.length));
        } catch (InvalidProtocolBufferException _) {
            return;
        }
        LIMITS.violation(message);
        String described = MessageRedaction.describe(message);
        if (described.lines().count() > 1) {
            throw new AssertionError("more than one line in the log: " + described);
        }
        MessageRedaction.scrub(described, message);
    }
}
