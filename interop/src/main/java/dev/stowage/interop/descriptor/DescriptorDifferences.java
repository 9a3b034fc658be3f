package dev.stowage.interop.descriptor;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;

/// The differences between our protocol file and the published one.
final class DescriptorDifferences {

    private DescriptorDifferences() {}

    /// @param ours facts of our file
    /// @param theirs facts of the published file
    /// @param kept additional facts of ours, by name, with their expected values
    /// @param givenUp names of published facts that we lack because of the kept ones
    static List<String> between(
            SortedMap<String, String> ours,
            SortedMap<String, String> theirs,
            Map<String, String> kept,
            Iterable<String> givenUp) {
        SortedMap<String, String> wanted = new TreeMap<>(theirs);
        List<String> found = new ArrayList<>();
        // A kept part that the newer file has again, or a given-up one that it lacks, means that the lists are stale.
        kept.forEach((name, truth) -> {
            if (wanted.put(name, truth) != null) {
                found.add("kept although the specification has it: " + name);
            }
        });
        for (String name : givenUp) {
            if (wanted.remove(name) == null) {
                found.add("given up although the specification lacks it: " + name);
            }
        }
        TreeSet<String> names = new TreeSet<>(wanted.keySet());
        names.addAll(ours.keySet());
        for (String name : names) {
            String our = ours.get(name);
            String their = wanted.get(name);
            if (our == null) {
                found.add("missing here: " + name + " " + their);
            } else if (their == null) {
                found.add("only here: " + name + " " + our);
            } else if (!Objects.equals(our, their)) {
                found.add("different: " + name + "\n       here  " + our + "\n       there " + their);
            }
        }
        return found;
    }
}
