package dev.stowage.apiserver.resource;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.apiserver.errors.ApiException;
import dev.stowage.apiserver.errors.FieldErrors;
import dev.stowage.k8s.validation.NameValidator;
import java.util.List;

/// The behavior of a resource that its schema does not cover. The generic registry handles metadata, rules that
/// all objects share, patches and storage.
///
/// Objects are in the storage version. A method may change the new object, never the old one. None of them
/// blocks or writes anything else.
public interface ResourceStrategy {

    ResourceStrategy PLAIN = new ResourceStrategy() {};

    /// Sets defaults that the schema cannot express. Runs on everything that a client sends, before
    /// validation.
    default void complete(ObjectNode object) {}

    /// Before the object is created: clears fields that clients may not set, and sets initial values.
    default void prepareForCreate(ObjectNode object, StrategyContext context) throws ApiException {}

    /// The object is about to replace the old one through the main resource.
    default void prepareForUpdate(ObjectNode object, ObjectNode old, StrategyContext context) throws ApiException {}

    /// The object is about to replace the old one through a sub-resource such as `status`; spec and metadata were
    /// already copied from the old one, according to the resource's [StatusStrategy].
    default void prepareForStatusUpdate(ObjectNode object, ObjectNode old, StrategyContext context)
            throws ApiException {}

    /// Validates an object that is created.
    default void validate(ObjectNode object, FieldErrors fieldErrors) {}

    /// Validates an object that replaces another. By default the rules for creation apply.
    default void validateUpdate(ObjectNode object, ObjectNode old, FieldErrors fieldErrors) {
        validate(object, fieldErrors);
    }

    default void validateStatusUpdate(ObjectNode object, ObjectNode old, FieldErrors fieldErrors) {}

    /// The object is about to replace the old one through a sub-resource that takes whole objects, such as
    /// `finalize` of namespaces, but not `status`: keeps everything that this sub-resource does not change.
    default void prepareForSubresourceUpdate(
            String subresource, ObjectNode object, ObjectNode old, StrategyContext context) throws ApiException {}

    default void validateThrough(String subresource, ObjectNode object, ObjectNode old, FieldErrors fieldErrors) {}

    /// Something of another kind was sent to a sub-resource, such as a Binding to `binding` of a pod: changes the
    /// object accordingly.
    default void sent(String subresource, ObjectNode body, ObjectNode object, StrategyContext context)
            throws ApiException {}

    /// For the `Warning` header.
    default List<String> warnings(ObjectNode object) {
        return List.of();
    }

    /// What must be equal for `metadata.generation` to stay; most resources that count one look at the spec.
    default boolean sameGeneration(ObjectNode object, ObjectNode old) {
        return object.path("spec").equals(old.path("spec"));
    }

    /// The grace period of a deletion in seconds; 0 deletes the object at once.
    ///
    /// @param wanted the grace period in the request, or -1
    default long gracePeriod(ObjectNode object, long wanted) {
        return 0;
    }

    /// A deletion was requested and the object stays for now; its deletionTimestamp is set. Runs again when the
    /// deletion is requested again.
    default void deleting(ObjectNode object) {}

    /// Whether an object whose deletion was requested must stay although `metadata.finalizers` is empty.
    default boolean isHeld(ObjectNode object) {
        return false;
    }

    default NameValidator nameValidator() {
        return NameValidator.DNS_SUBDOMAIN;
    }

    /// Whether a PUT of a name that does not exist creates the object.
    default boolean createsOnUpdate() {
        return false;
    }

    /// Whether a PUT without a resourceVersion replaces the object in any state.
    default boolean updatesUnconditionally() {
        return true;
    }

    /// Whether objects expire when they have not been updated for the event TTL.
    default boolean isPassing() {
        return false;
    }
}
