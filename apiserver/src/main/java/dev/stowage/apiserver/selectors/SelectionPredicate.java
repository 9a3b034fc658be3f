package dev.stowage.apiserver.selectors;

import dev.stowage.apiserver.errors.ApiException;
import dev.stowage.apiserver.resource.ResourceDescriptor;
import dev.stowage.apiserver.resource.SelectableField;
import dev.stowage.apiserver.storage.StoredObject;
import dev.stowage.k8s.InvalidSelectorException;
import dev.stowage.k8s.LabelSelector;
import java.util.Optional;
import java.util.stream.Collectors;

/// The objects of a list or watch: those whose labels and fields match.
public record SelectionPredicate(ResourceDescriptor resourceDescriptor, LabelSelector labels, FieldSelector fields) {

    public static SelectionPredicate everything(ResourceDescriptor resourceDescriptor) {
        return new SelectionPredicate(resourceDescriptor, LabelSelector.EVERYTHING, FieldSelector.EVERYTHING);
    }

    /// @throws ApiException for invalid selectors
    public static SelectionPredicate parse(ResourceDescriptor resourceDescriptor, String labels, String fields)
            throws ApiException {
        return new SelectionPredicate(
                resourceDescriptor,
                parseLabels(labels),
                FieldSelector.parse(
                        fields,
                        resourceDescriptor.fields().stream()
                                .map(SelectableField::name)
                                .collect(Collectors.toSet())));
    }

    private static LabelSelector parseLabels(String labels) throws ApiException {
        try {
            return LabelSelector.parse(labels);
        } catch (InvalidSelectorException e) {
            throw ApiException.badRequest(e.reason());
        }
    }

    public boolean isEverything() {
        return labels.isEverything() && fields.isEverything();
    }

    public Optional<String> name() {
        return fields.name();
    }

    public boolean matches(StoredObject storedObject) {
        return (labels.isEverything()
                        || labels.matches(
                                storedObject.view(SelectableAttributes::of).labels()))
                && fieldsMatch(storedObject);
    }

    private boolean fieldsMatch(StoredObject storedObject) {
        for (FieldSelector.Term term : fields.terms()) {
            if (value(storedObject, term.field()).equals(term.value()) != term.equal()) {
                return false;
            }
        }
        return true;
    }

    private String value(StoredObject storedObject, String field) {
        return switch (field) {
            case FieldSelector.NAME -> storedObject.key().name();
            case FieldSelector.NAMESPACE -> storedObject.key().namespace();
            default -> storedObject.view(SelectableAttributes::of).field(resourceDescriptor, storedObject, field);
        };
    }
}
