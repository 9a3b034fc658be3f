package dev.stowage.apiserver.apply;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.apiserver.apply.Claim.Owner;
import dev.stowage.apiserver.failure.ApiException;
import dev.stowage.apiserver.json.Same;
import dev.stowage.apiserver.json.Tree;
import dev.stowage.apiserver.schema.Schema;
import org.jspecify.annotations.Nullable;

/// Server-side apply: a manager says what it wants of an object, and becomes the owner of that.
public final class Apply {
    private static final String BEFORE = "before-first-apply";

    private Apply() {}

    /// What an applied object makes of the one that is there, with its owners. Both stay as they are. The
    /// result has not been given defaults; that a `resourceVersion` or `uid` of the applied object fits is
    /// for the caller to see.
    ///
    /// @param live null when the object is made
    /// @param kind that the applied object must have
    /// @param force takes fields from other owners
    /// @throws ApiException for conflicts with other owners, and for what is no object of this type
    public static ObjectNode merge(
            @Nullable ObjectNode live, ObjectNode applied, Schema schema, String kind, Writer writer, boolean force)
            throws ApiException {
        AppliedCheck.check(applied, schema, kind, writer.apiVersion());
        FieldSet set = OwnedFields.of(applied, schema).without(writer.reset());
        if (live == null) {
            ObjectNode made = applied.deepCopy();
            Claims claims = new Claims();
            put(claims, writer, set, writer.now().toString());
            claims.writeTo(made);
            return made;
        }
        ObjectNode result;
        try {
            result = merge(live, applied, schema, writer, set, force);
        } catch (ConflictsException conflicts) {
            if (!LastApplied.forgives(conflicts, live, schema, writer)) {
                throw conflicts.answer();
            }
            result = forced(live, applied, schema, writer, set);
        }
        LastApplied.update(result, applied, writer);
        return result;
    }

    private static ObjectNode forced(ObjectNode live, ObjectNode applied, Schema schema, Writer writer, FieldSet set)
            throws ApiException {
        try {
            return merge(live, applied, schema, writer, set, true);
        } catch (ConflictsException e) {
            throw e.answer();
        }
    }

    private static ObjectNode merge(
            ObjectNode live, ObjectNode applied, Schema schema, Writer writer, FieldSet set, boolean force)
            throws ConflictsException {
        Claims claims = claims(live, schema, writer);
        FieldSet last = claims.find(Owner.applying(writer)).map(Claim::fields).orElse(FieldSet.EMPTY);
        String time = claims.find(Owner.applying(writer)).map(Claim::time).orElse("");
        put(claims, writer, set, time);
        ObjectNode merged = Merge.of(live, applied, schema);
        // The name of the object is nobody's, and keeps its metadata all the same.
        ObjectNode pruned = Pruning.of(merged, last, claims.union().union(set), schema);
        Comparison.Changes changes = Comparison.of(live, pruned, schema).without(writer.reset());
        take(claims, changes, writer, force);
        ObjectNode result = live.deepCopy();
        if (!Same.same(live, pruned)) {
            result = pruned.deepCopy();
            Pruning.tidy(result);
            put(claims, writer, set, writer.now().toString());
        }
        claims.writeTo(result);
        return result;
    }

    /// The owners of an object that was never looked after so far: what it has, it had before.
    private static Claims claims(ObjectNode live, Schema schema, Writer writer) {
        Claims claims = Claims.stored(live);
        if (claims.isEmpty()) {
            FieldSet all = Comparison.of(Skeleton.of(schema), live, schema)
                    .without(writer.reset())
                    .set()
                    .difference(ManagedFields.NOBODYS);
            if (!all.isEmpty()) {
                Owner owner = new Owner(BEFORE, false, writer.apiVersion(), writer.subresource());
                claims.put(Claim.of(owner, writer.apiVersion(), writer.now().toString(), all));
            }
        }
        return claims;
    }

    private static void put(Claims claims, Writer writer, FieldSet set, String time) {
        FieldSet owned = set.difference(ManagedFields.NOBODYS);
        claims.give(Claim.of(Owner.applying(writer), writer.apiVersion(), time, owned), owned);
    }

    private static void take(Claims claims, Comparison.Changes changes, Writer writer, boolean force)
            throws ConflictsException {
        FieldSet set = changes.set();
        ConflictsException conflicts = new ConflictsException();
        for (Claim claim : claims.all()) {
            if (!claim.owner().equals(Owner.applying(writer)) && claim.meets(set)) {
                conflicts.add(claim.owner(), claim.fields().intersection(set));
            }
        }
        if (!force && !conflicts.isEmpty()) {
            throw conflicts;
        }
        FieldSet touched = set.union(changes.removed());
        for (Claim claim : claims.all()) {
            if (!claim.owner().equals(Owner.applying(writer)) && claim.meets(touched)) {
                claims.give(claim, claim.fields().difference(touched));
            }
        }
    }

    /// Whether an applied object is meant for this kind of writer at all: it must name its kind.
    static String typeOf(ObjectNode applied) {
        String apiVersion = Tree.text(applied, "apiVersion");
        int slash = apiVersion.indexOf('/');
        String group = slash < 0 ? "" : apiVersion.substring(0, slash);
        return "%s/%s, Kind=%s".formatted(group, apiVersion.substring(slash + 1), Tree.text(applied, "kind"));
    }
}
