package dev.stowage.apiserver.managedfields;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.apiserver.errors.ApiException;
import dev.stowage.apiserver.json.JsonEquality;
import dev.stowage.apiserver.json.JsonTree;
import dev.stowage.apiserver.managedfields.ManagedFieldsEntry.Owner;
import dev.stowage.kubetypes.Schema;
import org.jspecify.annotations.Nullable;

/// Server-side apply: a manager sends the fields that it wants to set, and becomes their owner.
public final class ServerSideApply {
    private static final String BEFORE = "before-first-apply";

    private ServerSideApply() {}

    /// Merges an applied object into the live one and its owners. Neither is modified. The result has no defaults
    /// yet; the caller checks the `resourceVersion` and `uid` of the applied object.
    ///
    /// @param live null if the object is created
    /// @param kind that the applied object must have
    /// @param force takes fields from other owners
    /// @throws ApiException for conflicts with other owners, and for a body that is not an object of this type
    public static ObjectNode merge(
            @Nullable ObjectNode live,
            ObjectNode applied,
            Schema schema,
            String kind,
            FieldManager fieldManager,
            boolean force)
            throws ApiException {
        AppliedObjectCheck.check(applied, schema, kind, fieldManager.apiVersion());
        FieldSet set = OwnedFields.of(applied, schema).without(fieldManager.reset());
        if (live == null) {
            ObjectNode created = applied.deepCopy();
            ManagedFieldsEntries managedFieldsEntries = new ManagedFieldsEntries();
            put(managedFieldsEntries, fieldManager, set, fieldManager.now().toString());
            managedFieldsEntries.writeTo(created);
            return created;
        }
        ObjectNode result;
        try {
            result = merge(live, applied, schema, fieldManager, set, force);
        } catch (ConflictsException conflicts) {
            if (!LastAppliedAnnotation.forgives(conflicts, live, schema, fieldManager)) {
                throw conflicts.answer();
            }
            result = forced(live, applied, schema, fieldManager, set);
        }
        LastAppliedAnnotation.update(result, applied, fieldManager);
        return result;
    }

    private static ObjectNode forced(
            ObjectNode live, ObjectNode applied, Schema schema, FieldManager fieldManager, FieldSet set)
            throws ApiException {
        try {
            return merge(live, applied, schema, fieldManager, set, true);
        } catch (ConflictsException e) {
            throw e.answer();
        }
    }

    private static ObjectNode merge(
            ObjectNode live, ObjectNode applied, Schema schema, FieldManager fieldManager, FieldSet set, boolean force)
            throws ConflictsException {
        ManagedFieldsEntries managedFieldsEntries = claims(live, schema, fieldManager);
        FieldSet last = managedFieldsEntries
                .find(Owner.applying(fieldManager))
                .map(ManagedFieldsEntry::fields)
                .orElse(FieldSet.EMPTY);
        String time = managedFieldsEntries
                .find(Owner.applying(fieldManager))
                .map(ManagedFieldsEntry::time)
                .orElse("");
        put(managedFieldsEntries, fieldManager, set, time);
        ObjectNode merged = ApplyMerge.of(live, applied, schema);
        // The object's name has no owner, but its metadata must stay.
        ObjectNode pruned = AppliedFieldPruning.of(
                merged, last, managedFieldsEntries.union().union(set), schema);
        FieldComparison.Changes changes =
                FieldComparison.of(live, pruned, schema).without(fieldManager.reset());
        take(managedFieldsEntries, changes, fieldManager, force);
        ObjectNode result = live.deepCopy();
        if (!JsonEquality.same(live, pruned)) {
            result = pruned.deepCopy();
            AppliedFieldPruning.tidy(result);
            put(managedFieldsEntries, fieldManager, set, fieldManager.now().toString());
        }
        managedFieldsEntries.writeTo(result);
        return result;
    }

    /// The owners of an object that was not tracked so far: all its fields were set before.
    private static ManagedFieldsEntries claims(ObjectNode live, Schema schema, FieldManager fieldManager) {
        ManagedFieldsEntries managedFieldsEntries = ManagedFieldsEntries.stored(live);
        if (managedFieldsEntries.isEmpty()) {
            FieldSet all = FieldComparison.of(EmptyObject.of(schema), live, schema)
                    .without(fieldManager.reset())
                    .set()
                    .difference(ManagedFields.NOBODYS);
            if (!all.isEmpty()) {
                Owner owner = new Owner(BEFORE, false, fieldManager.apiVersion(), fieldManager.subresource());
                managedFieldsEntries.put(ManagedFieldsEntry.of(
                        owner, fieldManager.apiVersion(), fieldManager.now().toString(), all));
            }
        }
        return managedFieldsEntries;
    }

    private static void put(
            ManagedFieldsEntries managedFieldsEntries, FieldManager fieldManager, FieldSet set, String time) {
        FieldSet owned = set.difference(ManagedFields.NOBODYS);
        managedFieldsEntries.give(
                ManagedFieldsEntry.of(Owner.applying(fieldManager), fieldManager.apiVersion(), time, owned), owned);
    }

    private static void take(
            ManagedFieldsEntries managedFieldsEntries,
            FieldComparison.Changes changes,
            FieldManager fieldManager,
            boolean force)
            throws ConflictsException {
        FieldSet set = changes.set();
        ConflictsException conflicts = new ConflictsException();
        for (ManagedFieldsEntry claim : managedFieldsEntries.all()) {
            if (!claim.owner().equals(Owner.applying(fieldManager)) && claim.meets(set)) {
                conflicts.add(claim.owner(), claim.fields().intersection(set));
            }
        }
        if (!force && !conflicts.isEmpty()) {
            throw conflicts;
        }
        FieldSet touched = set.union(changes.removed());
        for (ManagedFieldsEntry claim : managedFieldsEntries.all()) {
            if (!claim.owner().equals(Owner.applying(fieldManager)) && claim.meets(touched)) {
                managedFieldsEntries.give(claim, claim.fields().difference(touched));
            }
        }
    }

    /// The group, version and kind of an applied object, for messages.
    static String typeOf(ObjectNode applied) {
        String apiVersion = JsonTree.text(applied, "apiVersion");
        int slash = apiVersion.indexOf('/');
        String group = slash < 0 ? "" : apiVersion.substring(0, slash);
        return "%s/%s, Kind=%s".formatted(group, apiVersion.substring(slash + 1), JsonTree.text(applied, "kind"));
    }
}
