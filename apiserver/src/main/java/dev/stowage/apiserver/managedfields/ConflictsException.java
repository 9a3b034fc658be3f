package dev.stowage.apiserver.managedfields;

import dev.stowage.apiserver.errors.ApiException;
import dev.stowage.apiserver.errors.ApiException.Cause;
import dev.stowage.apiserver.errors.ApiException.Details;
import dev.stowage.apiserver.errors.StatusReason;
import dev.stowage.apiserver.managedfields.ManagedFieldsEntry.Owner;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// The request would change fields that other managers own.
final class ConflictsException extends Exception {
    private static final long serialVersionUID = 1;

    private final transient Map<Owner, List<List<String>>> fields = new TreeMap<>(Comparator.comparing(Owner::key));

    void add(Owner owner, FieldSet set) {
        List<List<String>> paths = new ArrayList<>();
        set.forEach(paths::add);
        fields.put(owner, paths);
    }

    boolean isEmpty() {
        return fields.isEmpty();
    }

    /// Leaves out the fields of a set.
    void forgive(FieldSet set) {
        fields.values().forEach(paths -> paths.removeIf(set::has));
        fields.values().removeIf(List::isEmpty);
    }

    ApiException answer() {
        List<Cause> causes = new ArrayList<>();
        List<String> lines = new ArrayList<>();
        fields.forEach((owner, paths) -> {
            lines.add("conflicts with %s:".formatted(owner.shown()));
            for (List<String> path : paths) {
                String shown = PathElement.shown(path);
                lines.add("- " + shown);
                causes.add(new Cause("FieldManagerConflict", "conflict with " + owner.shown(), shown));
            }
        });
        String message = causes.size() == 1
                ? "Apply failed with 1 conflict: %s: %s"
                        .formatted(
                                causes.getFirst().message(), causes.getFirst().field())
                : "Apply failed with %d conflicts: %s".formatted(causes.size(), String.join("\n", lines));
        return new ApiException(StatusReason.CONFLICT, message, Details.NONE.causes(causes));
    }
}
