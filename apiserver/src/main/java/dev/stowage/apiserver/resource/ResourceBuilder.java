package dev.stowage.apiserver.resource;

import dev.stowage.apiserver.resource.ResourceDescriptor.Conversion;
import dev.stowage.apiserver.resource.ResourceDescriptor.Kept;
import dev.stowage.apiserver.resource.ResourceDescriptor.Names;
import dev.stowage.apiserver.resource.ResourceDescriptor.Schemas;
import dev.stowage.apiserver.resource.ResourceDescriptor.Subresource;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/// Builds the description of a resource. By default it is namespaced, has all verbs, version v1, and neither
/// status nor generation.
public final class ResourceBuilder {
    private static final Set<Verb> OF_PART = EnumSet.of(Verb.GET, Verb.PATCH, Verb.UPDATE);

    private final String group;
    private final String kind;
    private final String plural;
    private final Schemas schema;
    private final Set<Verb> verbs = EnumSet.allOf(Verb.class);
    private final List<SelectableField> fields = new ArrayList<>();
    private final List<Subresource> subresources = new ArrayList<>();
    private List<String> versions = List.of("v1");
    private String singular;
    private List<String> shortNames = List.of();
    private List<String> categories = List.of();
    private boolean namespaced = true;
    private StatusStrategy status = StatusStrategy.NONE;
    private boolean generation;
    private ResourceStrategy resourceStrategy = ResourceStrategy.PLAIN;
    private TableColumns tableColumns = FunctionColumns.named();
    private Conversion conversion = Conversion.RENAME;
    private Optional<ScalePaths> scale = Optional.empty();
    private Optional<Kept> kept = Optional.empty();

    private ResourceBuilder(String group, String kind, String plural, Schemas schema) {
        this.group = group;
        this.kind = kind;
        this.plural = plural;
        this.schema = schema;
        this.singular = kind.toLowerCase(Locale.ROOT);
    }

    /// @param group empty for the core group
    public static ResourceBuilder resource(String group, String kind, String plural, Schemas schema) {
        return new ResourceBuilder(group, kind, plural, schema);
    }

    /// @param served the preferred one first; it is also the storage version
    public ResourceBuilder versions(String... served) {
        versions = List.of(served);
        return this;
    }

    public ResourceBuilder shortNames(String... names) {
        shortNames = List.of(names);
        return this;
    }

    public ResourceBuilder categories(String... names) {
        categories = List.of(names);
        return this;
    }

    public ResourceBuilder cluster() {
        namespaced = false;
        return this;
    }

    public ResourceBuilder only(Verb... allowed) {
        verbs.retainAll(List.of(allowed));
        return this;
    }

    public ResourceBuilder without(Verb verb) {
        verbs.remove(verb);
        return this;
    }

    public ResourceBuilder status(StatusStrategy rule) {
        status = rule;
        return this;
    }

    public ResourceBuilder generation() {
        generation = true;
        return this;
    }

    public ResourceBuilder selectable(String... paths) {
        for (String path : paths) {
            fields.add(SelectableField.at(path));
        }
        return this;
    }

    public ResourceBuilder selectable(SelectableField field) {
        fields.add(field);
        return this;
    }

    /// A subresource that reads and writes whole objects.
    public ResourceBuilder part(String name) {
        subresources.add(new Subresource(name, "", "", kind, OF_PART));
        return this;
    }

    /// A subresource of another kind in the group of the resource.
    public ResourceBuilder part(String name, String kindOfPart, Verb... allowed) {
        return part(name, "", "", kindOfPart, allowed);
    }

    public ResourceBuilder part(String name, String groupOfPart, String version, String kindOfPart, Verb... allowed) {
        subresources.add(new Subresource(name, groupOfPart, version, kindOfPart, Set.of(allowed)));
        return this;
    }

    public ResourceBuilder scale(ScalePaths how) {
        subresources.add(new Subresource("scale", "autoscaling", "v1", "Scale", OF_PART));
        scale = Optional.of(how);
        return this;
    }

    public ResourceBuilder strategy(ResourceStrategy special) {
        resourceStrategy = special;
        return this;
    }

    public ResourceBuilder columns(TableColumns shown) {
        tableColumns = shown;
        return this;
    }

    /// @param as where and as what objects are stored
    public ResourceBuilder kept(Kept as, Conversion through) {
        kept = Optional.of(as);
        conversion = through;
        return this;
    }

    public ResourceBuilder conversion(Conversion between) {
        conversion = between;
        return this;
    }

    /// For a kind whose singular is not its name in lower case.
    public ResourceBuilder singular(String name) {
        singular = name;
        return this;
    }

    public ResourceDescriptor done() {
        String version = versions.getFirst();
        Kept own = new Kept(
                group.isEmpty() ? plural : plural + "." + group, group.isEmpty() ? version : group + "/" + version);
        return new ResourceDescriptor(
                group,
                versions,
                version,
                new Names(kind, kind + "List", plural, singular, shortNames, categories),
                namespaced,
                verbs,
                schema,
                status,
                generation,
                fields,
                subresources,
                resourceStrategy,
                tableColumns,
                conversion,
                scale,
                kept.orElse(own));
    }
}
