package dev.stowage.cli.csi;

import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Message;
import dev.stowage.csi.v1.VolumeUsage;

/// Which numbers of the protocol are amounts of bytes.
final class ByteSizeFields {

    private ByteSizeFields() {}

    static boolean isBytes(Message owner, FieldDescriptor field) {
        return owner instanceof VolumeUsage usage
                ? usage.getUnit() == VolumeUsage.Unit.BYTES
                : field.getName().endsWith("_bytes")
                        || field.getName().endsWith("_volume_size")
                        || field.getName().equals("available_capacity");
    }
}
