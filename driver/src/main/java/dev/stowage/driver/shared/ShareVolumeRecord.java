package dev.stowage.driver.shared;

import dev.stowage.sdk.CsiException;
import dev.stowage.sdk.record.JsonObject;
import dev.stowage.sdk.record.RecordCodec;
import java.io.IOException;
import java.util.Map;

/// What is written beside the record of a volume whose directory has a name of its own.
///
/// @param subDirectory the directory
/// @param onDelete what happens to it in the end
/// @param made whether it did not exist before the volume; another one is never deleted
/// @param complete whether it was there when this was written; what an interrupted creation left is deleted only
///     when it is empty
record ShareVolumeRecord(SubDirectory subDirectory, OnDelete onDelete, boolean made, boolean complete) {

    /// The directory is not at its path any more; what is there now belongs to others.
    ShareVolumeRecord released() {
        return new ShareVolumeRecord(subDirectory, onDelete, false, complete);
    }

    record JsonCodec() implements RecordCodec<ShareVolumeRecord> {

        @Override
        public Map<String, Object> write(ShareVolumeRecord value) {
            return Map.of(
                    "subDir", value.subDirectory().path(),
                    "onDelete", value.onDelete().word(),
                    "made", value.made(),
                    "complete", value.complete());
        }

        /// The share is also writable for others, so that the names are checked again.
        @Override
        public ShareVolumeRecord read(JsonObject object) throws IOException {
            try {
                return new ShareVolumeRecord(
                        SubDirectory.recorded(object.text("subDir")),
                        OnDelete.of(object.text("onDelete")),
                        object.bool("made"),
                        object.bool("complete"));
            } catch (CsiException e) {
                throw new IOException("the record of a volume is invalid: " + e.getMessage(), e);
            }
        }
    }
}
