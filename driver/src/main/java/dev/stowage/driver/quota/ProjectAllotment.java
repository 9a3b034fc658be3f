package dev.stowage.driver.quota;

import dev.stowage.linux.Descriptor;
import dev.stowage.linux.quota.ProjectQuota;
import dev.stowage.sdk.CsiException;
import dev.stowage.sdk.VolumeId;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Collectors;

/// Gives volumes their project ids. An id that has files or a limit is passed over: a workload can move its files to
/// any
/// project, and the files of a deleted volume are counted until the last process has closed them.
///
/// @param root the directory of the pool
record ProjectAllotment(ProjectNotes notes, Descriptor root, ProjectRange range) {

    /// The note of the volume, on disk. Runs under the lock of the pool.
    ProjectNote noteOf(VolumeId volume) throws CsiException, IOException {
        List<ProjectNote> all = notes.all();
        Optional<ProjectNote> former = all.stream()
                .filter(note -> note.volume().equals(volume) && range.contains(note.project()))
                .findFirst();
        if (former.isPresent()) {
            return former.get();
        }
        Set<Long> taken = all.stream().map(ProjectNote::project).collect(Collectors.toSet());
        OptionalLong free = free(taken);
        if (free.isEmpty()) {
            throw CsiException.resourceExhausted(
                    "all project ids of the pool at %s are in use; delete volumes first".formatted(root));
        }
        ProjectNote note = new ProjectNote(free.getAsLong(), volume);
        notes.add(note);
        return note;
    }

    private OptionalLong free(Set<Long> taken) throws IOException {
        try {
            return range.free(taken, this::isUnused);
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
    }

    private boolean isUnused(long id) {
        try {
            return !ProjectQuota.usage(root, id).isUsed();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
