package dev.stowage.apiserver.managedfields;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/// A set of fields, as a tree of steps that lead to them; see [PathElement] for how a step is written.
///
/// A field can be in the set without the fields below it, and vice versa. A set is not modified after it is
/// built: sets share their branches.
public final class FieldSet {
    public static final FieldSet EMPTY = new FieldSet();

    private boolean member;
    private Map<String, FieldSet> children = Map.of();

    /// @param paths of fields with names, such as `metadata.labels`
    public static FieldSet of(String... paths) {
        FieldSet set = new FieldSet();
        for (String path : paths) {
            List<String> steps = new ArrayList<>();
            for (String name : path.split("\\.", -1)) {
                steps.add(PathElement.field(name));
            }
            set.insert(steps);
        }
        return set;
    }

    boolean isMember() {
        return member;
    }

    Map<String, FieldSet> children() {
        return children;
    }

    /// Only for building the set. The path of the whole object has no owner.
    void insert(List<String> path) {
        FieldSet at = this;
        for (String step : path) {
            at = at.descend(step);
        }
        at.member = !path.isEmpty();
    }

    /// The branch below a step; created if there is none. Only for building the set.
    FieldSet descend(String step) {
        if (children.isEmpty()) {
            children = LinkedHashMap.newLinkedHashMap(4);
        }
        return children.computeIfAbsent(step, _ -> new FieldSet());
    }

    /// Puts a branch below a step. Only for building the set.
    void put(String step, FieldSet branch) {
        if (!branch.isEmpty()) {
            if (children.isEmpty()) {
                children = LinkedHashMap.newLinkedHashMap(4);
            }
            children.put(step, branch);
        }
    }

    void own(boolean whether) {
        member = whether;
    }

    public boolean isEmpty() {
        if (member) {
            return false;
        }
        for (FieldSet child : children.values()) {
            if (!child.isEmpty()) {
                return false;
            }
        }
        return true;
    }

    boolean has(String step) {
        FieldSet child = children.get(step);
        return child != null && child.member;
    }

    boolean has(List<String> path) {
        FieldSet at = this;
        for (String step : path) {
            FieldSet next = at.children.get(step);
            if (next == null) {
                return false;
            }
            at = next;
        }
        return at.member;
    }

    FieldSet behind(String step) {
        return children.getOrDefault(step, EMPTY);
    }

    FieldSet union(FieldSet other) {
        if (children.isEmpty() && !member) {
            return other;
        }
        if (other.children.isEmpty() && !other.member) {
            return this;
        }
        FieldSet result = new FieldSet();
        result.member = member || other.member;
        result.children = LinkedHashMap.newLinkedHashMap(children.size() + other.children.size());
        result.children.putAll(children);
        other.children.forEach((step, branch) -> result.children.merge(step, branch, FieldSet::union));
        return result;
    }

    FieldSet intersection(FieldSet other) {
        FieldSet result = new FieldSet();
        result.member = member && other.member;
        children.forEach((step, branch) -> {
            FieldSet same = other.children.get(step);
            if (same != null) {
                result.put(step, branch.intersection(same));
            }
        });
        return result;
    }

    /// Without the members of the other; what is below them stays.
    FieldSet difference(FieldSet other) {
        FieldSet result = new FieldSet();
        result.member = member && !other.member;
        children.forEach((step, branch) -> {
            FieldSet same = other.children.get(step);
            result.put(step, same == null ? branch : branch.difference(same));
        });
        return result;
    }

    /// Without the members of the other and everything below them.
    FieldSet without(FieldSet other) {
        if (other.children.isEmpty()) {
            return this;
        }
        FieldSet result = new FieldSet();
        result.member = member;
        children.forEach((step, branch) -> {
            FieldSet same = other.children.get(step);
            if (same == null) {
                result.put(step, branch);
            } else if (!same.member) {
                result.put(step, branch.without(same));
            }
        });
        return result;
    }

    /// Each member with its path: at each level first the members, in their order, then what is below.
    void forEach(Consumer<List<String>> visitor) {
        forEach(new ArrayList<>(), visitor);
    }

    private void forEach(List<String> path, Consumer<List<String>> visitor) {
        List<String> steps = PathElement.sorted(children.keySet());
        for (String step : steps) {
            if (has(step)) {
                path.addLast(step);
                visitor.accept(List.copyOf(path));
                path.removeLast();
            }
        }
        for (String step : steps) {
            path.addLast(step);
            behind(step).forEach(path, visitor);
            path.removeLast();
        }
    }
}
