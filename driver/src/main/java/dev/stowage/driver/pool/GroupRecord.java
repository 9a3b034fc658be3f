package dev.stowage.driver.pool;

import dev.stowage.sdk.record.JsonObject;
import dev.stowage.sdk.record.RecordCodec;
import java.io.IOException;
import java.util.Map;

/// Which volume group a pool is in, so that another group of the same name is not taken for it.
///
/// @param group its name, for people
/// @param uuid of the group
/// @param owner of this pool: all its volumes carry it in a tag, and no others are touched
record GroupRecord(String group, String uuid, String owner) {

    /// The tag `stowage.owner=UUID`.
    static final String OWNER = "stowage.owner";

    record JsonCodec() implements RecordCodec<GroupRecord> {

        @Override
        public Map<String, Object> write(GroupRecord value) {
            return Map.of("group", value.group(), "uuid", value.uuid(), "owner", value.owner());
        }

        @Override
        public GroupRecord read(JsonObject object) throws IOException {
            return new GroupRecord(object.text("group"), object.text("uuid"), object.text("owner"));
        }
    }
}
