package dev.stowage.apiserver.resource;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.apiserver.errors.ApiException;
import dev.stowage.apiserver.errors.FieldErrors;
import java.util.List;

/// What is special to a resource, beside its schema. The generic engine takes care of metadata, of the rules that all
/// objects share, of patches and of storage.
///
/// Objects are in the version in which they are kept. A method may change the object that it is given, never the old
/// one. None of them blocks or writes anything else.
public interface ResourceStrategy {

    ResourceStrategy PLAIN = new ResourceStrategy() {};

    /// Fills in defaults that the schema cannot express. Runs on everything that a client sends, before validation.
    default void complete(ObjectNode object) {}

    /// The object is about to be made: clears what clients may not set, and sets what it starts with.
    default void prepareForCreate(ObjectNode object, StrategyContext context) throws ApiException {}

    /// The object is about to replace the old one through the main resource.
    default void prepareForUpdate(ObjectNode object, ObjectNode old, StrategyContext context) throws ApiException {}

    /// The object is about to replace the old one through a sub-resource such as `status`; spec and metadata were
    /// already kept from the old one as the resource's [StatusStrategy] says.
    default void prepareForStatusUpdate(ObjectNode object, ObjectNode old, StrategyContext context)
            throws ApiException {}

    /// Checks an object that is made.
    default void validate(ObjectNode object, FieldErrors fieldErrors) {}

    /// Checks an object that replaces another. Without a rule of its own, what is refused new is refused here.
    default void validateUpdate(ObjectNode object, ObjectNode old, FieldErrors fieldErrors) {
        validate(object, fieldErrors);
    }

    default void validateStatusUpdate(ObjectNode object, ObjectNode old, FieldErrors fieldErrors) {}

    /// The object is about to replace the old one through a sub-resource that takes whole objects, such as `finalize`
    /// of namespaces, but not `status`: keeps everything that this sub-resource does not change.
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

    /// How long the object stays after a deletion was asked for, in seconds; 0 removes it at once.
    ///
    /// @param wanted what the client asked for, or -1
    default long gracePeriod(ObjectNode object, long wanted) {
        return 0;
    }

    /// A deletion was asked for and the object stays for a while; its deletionTimestamp is set. Runs again when the
    /// deletion is asked for again.
    default void deleting(ObjectNode object) {}

    /// Whether an object whose deletion was asked for has to stay, though `metadata.finalizers` is empty.
    default boolean isHeld(ObjectNode object) {
        return false;
    }

    default NameFormat nameFormat() {
        return NameFormat.SUBDOMAIN;
    }

    /// Whether a PUT of a name that is not there makes it.
    default boolean createsOnUpdate() {
        return false;
    }

    /// Whether a PUT without a resourceVersion replaces whatever is there.
    default boolean updatesUnconditionally() {
        return true;
    }

    /// Whether objects go by themselves when nobody has written them for the time that events are kept.
    default boolean isPassing() {
        return false;
    }
}
