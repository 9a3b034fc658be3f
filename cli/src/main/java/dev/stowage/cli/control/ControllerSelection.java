package dev.stowage.cli.control;

import dev.stowage.flags.SpellingSuggestion;
import dev.stowage.flags.UsageException;
import dev.stowage.kube.controller.ControllerName;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/// Parses `--controllers` as kube-controller-manager does: `*` enables those that are on by default, a name
/// enables one, `-name` disables one, and the first mention of a controller wins.
final class ControllerSelection {

    private ControllerSelection() {}

    static Set<ControllerName> of(List<String> words, Set<ControllerName> known) {
        Set<ControllerName> chosen = EnumSet.noneOf(ControllerName.class);
        Set<ControllerName> decided = EnumSet.noneOf(ControllerName.class);
        boolean others = false;
        for (String word : words) {
            if (word.equals("*")) {
                others = true;
                continue;
            }
            boolean off = word.startsWith("-");
            ControllerName name = find(off ? word.substring(1) : word, known);
            if (decided.add(name) && !off) {
                chosen.add(name);
            }
        }
        if (others) {
            known.stream()
                    .filter(name -> name.enabledByDefault() && !decided.contains(name))
                    .forEach(chosen::add);
        }
        return chosen;
    }

    private static ControllerName find(String word, Set<ControllerName> known) {
        return ControllerName.of(word)
                .filter(known::contains)
                .orElseThrow(() -> new UsageException("flag --controllers: unknown controller \"" + word + "\""
                        + SpellingSuggestion.nearest(word, ControllerName.texts())
                                .map(near -> "; did you mean " + near + "?")
                                .orElse("")));
    }
}
