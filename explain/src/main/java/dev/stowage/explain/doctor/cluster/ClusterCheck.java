package dev.stowage.explain.doctor.cluster;

import dev.stowage.explain.doctor.Check;
import dev.stowage.explain.picture.Picture;
import dev.stowage.explain.picture.Sort;
import java.util.List;
import java.util.Set;
import java.util.function.Function;

/// Something to be asked of a picture.
///
/// @param name for when it cannot be judged
/// @param needs what has to be seen for it
record ClusterCheck(String name, Set<Sort> needs, Function<Picture, List<Check>> question) {

    static ClusterCheck of(String name, Function<Picture, List<Check>> question, Sort... needs) {
        return new ClusterCheck(name, Set.of(needs), question);
    }

    List<Check> ask(Picture picture) {
        return needs.stream()
                .filter(sort -> !picture.sees(sort))
                .sorted()
                .findFirst()
                .map(sort -> List.of(Check.warn(
                        name,
                        sort.plural() + " could not be looked at: "
                                + picture.unseen().get(sort) + ".",
                        "Ask with the rights to read them.")))
                .orElseGet(() -> question.apply(picture));
    }
}
