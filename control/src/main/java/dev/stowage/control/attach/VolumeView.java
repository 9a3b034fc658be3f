package dev.stowage.control.attach;

import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// All that is known about one volume.
///
/// @param target null when there is no such volume any more, only attachments of it
/// @param elsewhere nodes to which others have attached it, under names of their own
record VolumeView(@Nullable Target target, List<Link> links, Set<String> elsewhere) {

    boolean isExclusive() {
        return target != null && target.exclusive();
    }

    /// Only one node of it.
    VolumeView at(String node) {
        return new VolumeView(
                target, links.stream().filter(link -> link.node().equals(node)).toList(), elsewhere);
    }
}
