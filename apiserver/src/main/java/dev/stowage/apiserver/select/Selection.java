package dev.stowage.apiserver.select;

import dev.stowage.apiserver.failure.ApiException;
import dev.stowage.apiserver.resource.Resource;
import dev.stowage.apiserver.resource.SelectableField;
import dev.stowage.apiserver.store.Entry;
import java.util.Optional;
import java.util.stream.Collectors;

/// What a reader of a resource wants to see: objects whose labels and fields match.
public record Selection(Resource resource, LabelSelector labels, FieldSelector fields) {

    public static Selection everything(Resource resource) {
        return new Selection(resource, LabelSelector.EVERYTHING, FieldSelector.EVERYTHING);
    }

    /// @throws ApiException for selectors that make no sense
    public static Selection parse(Resource resource, String labels, String fields) throws ApiException {
        return new Selection(
                resource,
                LabelSelector.parse(labels),
                FieldSelector.parse(
                        fields,
                        resource.fields().stream().map(SelectableField::name).collect(Collectors.toSet())));
    }

    public boolean isEverything() {
        return labels.isEverything() && fields.isEverything();
    }

    public Optional<String> name() {
        return fields.name();
    }

    public boolean matches(Entry entry) {
        return (labels.isEverything() || labels.matches(entry.view(View::of).labels())) && fieldsMatch(entry);
    }

    private boolean fieldsMatch(Entry entry) {
        for (FieldSelector.Term term : fields.terms()) {
            if (value(entry, term.field()).equals(term.value()) != term.equal()) {
                return false;
            }
        }
        return true;
    }

    private String value(Entry entry, String field) {
        return switch (field) {
            case FieldSelector.NAME -> entry.key().name();
            case FieldSelector.NAMESPACE -> entry.key().namespace();
            default -> entry.view(View::of).field(resource, entry, field);
        };
    }
}
