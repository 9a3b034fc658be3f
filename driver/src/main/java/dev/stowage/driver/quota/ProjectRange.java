package dev.stowage.driver.quota;

import dev.stowage.sdk.record.JsonObject;
import dev.stowage.sdk.record.RecordCodec;
import java.io.IOException;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.LongPredicate;
import java.util.random.RandomGenerator;

/// The project ids of a pool. The first one is never given to a volume: its limits mark the range as taken.
///
/// @param first of all, a multiple of the size of a range
record ProjectRange(long first) {
    /// A pool has at most one volume less.
    static final int SIZE = 1 << 16;

    /// Small ids are those that people choose in /etc/projects; the highest bit is for nobody.
    private static final int LOWEST = 0x1000;

    private static final int HIGHEST = 0x8000;

    ProjectRange {
        if (first < (long) LOWEST * SIZE || first >= (long) HIGHEST * SIZE || first % SIZE != 0) {
            throw new IllegalArgumentException("invalid range of project ids: " + first);
        }
    }

    static ProjectRange random(RandomGenerator random) {
        return new ProjectRange((long) random.nextInt(LOWEST, HIGHEST) * SIZE);
    }

    long marker() {
        return first;
    }

    long last() {
        return first + SIZE - 1;
    }

    boolean contains(long id) {
        return id > first && id <= last();
    }

    /// The lowest id for a new volume.
    ///
    /// @param taken those of other volumes
    /// @param isUnused whether the file system has no files and no limit of a project
    OptionalLong free(Set<Long> taken, LongPredicate isUnused) {
        for (long id = first + 1; id <= last(); id++) {
            if (!taken.contains(id) && isUnused.test(id)) {
                return OptionalLong.of(id);
            }
        }
        return OptionalLong.empty();
    }

    @Override
    public String toString() {
        return first + " to " + last();
    }

    record JsonCodec() implements RecordCodec<ProjectRange> {

        @Override
        public Map<String, Object> write(ProjectRange value) {
            return Map.of("first", value.first());
        }

        @Override
        public ProjectRange read(JsonObject object) throws IOException {
            try {
                return new ProjectRange(object.number("first"));
            } catch (IllegalArgumentException e) {
                throw new IOException(e.getMessage(), e);
            }
        }
    }
}
