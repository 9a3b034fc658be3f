package dev.stowage.cli.explain;

import dev.stowage.explain.picture.Picture;
import dev.stowage.explain.picture.Sort;
import dev.stowage.explain.picture.Thing;
import dev.stowage.flags.SpellingSuggestion;
import java.io.IOException;
import java.util.List;
import java.util.stream.Collectors;

/// Finds what was asked about, or says what may have been meant.
record Finder(Picture picture, Question question) {

    Thing require() throws IOException {
        Sort sort = question.sort();
        String namespace = sort.isNamespaced() ? question.namespace() : "";
        return picture.find(sort, namespace, question.name()).orElseThrow(() -> missing(sort, namespace));
    }

    private IOException missing(Sort sort, String namespace) {
        String title = sort.brief() + "/" + question.name();
        if (!picture.sees(sort)) {
            return new IOException(
                    title + " could not be looked at: " + picture.unseen().get(sort));
        }
        return new IOException("there is no " + title + (namespace.isEmpty() ? "" : " in namespace " + namespace)
                + elsewhere(sort) + near(sort, namespace));
    }

    private String elsewhere(Sort sort) {
        String places = picture.all(sort).stream()
                .filter(thing -> thing.name().equals(question.name()))
                .map(Thing::namespace)
                .sorted()
                .collect(Collectors.joining(", "));
        return places.isEmpty() ? "" : "; one of this name is in " + places + " (choose with -n)";
    }

    private String near(Sort sort, String namespace) {
        List<String> names = picture.all(sort).stream()
                .filter(thing -> thing.namespace().equals(namespace))
                .map(Thing::name)
                .toList();
        return SpellingSuggestion.nearest(question.name(), names)
                .map(name -> "; did you mean " + sort.brief() + "/" + name + "?")
                .orElse("");
    }
}
