package dev.stowage.driver.quota;

import dev.stowage.linux.Descriptor;
import dev.stowage.linux.Stat;
import dev.stowage.linux.quota.ProjectQuota;
import dev.stowage.linux.quota.ProjectUsage;
import dev.stowage.sdk.CsiException;
import dev.stowage.sdk.record.KillPoint;
import java.io.IOException;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.Collectors;

/// The range of project ids of one pool, among the other users of the file system's quota.
///
/// It is recorded in the pool first. Then its first project gets limits that no one else sets: the inode number of the
/// pool's directory as limit of inodes. Another pool sees that the range is taken, and the copy of a pool that it is
/// the range of another. Not thread-safe.
final class RangeClaim {
    private static final int ATTEMPTS = 16;
    private static final long MARKER_LIMIT = 4096;

    private final ProjectNotes notes;
    private final Descriptor root;

    /// @param root the directory of the pool
    RangeClaim(ProjectNotes notes, Descriptor root) {
        this.notes = notes;
        this.root = root;
    }

    /// Chosen and recorded at the first use.
    ///
    /// @throws CsiException FAILED_PRECONDITION when others use ids in it
    ProjectRange require() throws CsiException, IOException {
        Optional<ProjectRange> recorded = notes.range();
        ProjectRange range = recorded.isPresent() ? recorded.get() : choose();
        ProjectUsage marker = ProjectQuota.usage(root, range.marker());
        long inode = Stat.of(root).inode();
        if (marker.limit() == MARKER_LIMIT && marker.inodeLimit() == inode) {
            return range;
        }
        // Without a marker, the choice was interrupted, or the quota was created again.
        Optional<ProjectUsage> other = marker.isUsed() ? Optional.of(marker) : firstOther(range);
        if (other.isPresent()) {
            throw CsiException.failedPrecondition(
                    ("project ids %s of the pool at %s belong to others: project %d has files or a limit that are not the"
                                    + " pool's. If the pool is a copy, delete %s for a new range; otherwise give the files"
                                    + " another project")
                            .formatted(range, root, other.get().id(), notes.rangeFile()));
        }
        ProjectQuota.limit(root, range.marker(), MARKER_LIMIT, inode);
        KillPoint.pass();
        return range;
    }

    private ProjectRange choose() throws CsiException, IOException {
        for (int i = 0; i < ATTEMPTS; i++) {
            ProjectRange range = ProjectRange.random(ThreadLocalRandom.current());
            if (used(range, range.marker()).isEmpty()) {
                notes.write(range);
                return range;
            }
        }
        throw CsiException.failedPrecondition(
                "cannot choose project ids for the pool at %s: all ranges that were tried are in use on its file system"
                        .formatted(root));
    }

    private Optional<ProjectUsage> firstOther(ProjectRange range) throws IOException {
        Set<Long> ours = notes.all().stream().map(ProjectNote::project).collect(Collectors.toSet());
        Optional<ProjectUsage> next = used(range, range.marker() + 1);
        while (next.isPresent() && ours.contains(next.get().id())) {
            next = used(range, next.get().id() + 1);
        }
        return next;
    }

    private Optional<ProjectUsage> used(ProjectRange range, long from) throws IOException {
        return ProjectQuota.nextUsed(root, from).filter(next -> next.id() <= range.last());
    }
}
