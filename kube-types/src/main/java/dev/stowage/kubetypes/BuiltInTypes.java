package dev.stowage.kubetypes;

import dev.stowage.kubetypes.Schema.Struct;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/// The built-in types. A table is read when one of its types is first needed, and the fields of a type on first
/// access. Thread-safe.
public final class BuiltInTypes {

    private static final String TYPE_META = "io.k8s.apimachinery.pkg.apis.meta.v1.TypeMeta";

    /// Tables by the package that their types' names begin with.
    private static final Map<String, String> PACKAGES = packages(
            "admissionregistration.v1",
            "apps.v1",
            "authentication.v1",
            "authorization.v1",
            "autoscaling.v1",
            "autoscaling.v2",
            "batch.v1",
            "certificates.v1",
            "coordination.v1",
            "core.v1",
            "discovery.v1",
            "events.v1",
            "flowcontrol.v1",
            "networking.v1",
            "node.v1",
            "policy.v1",
            "rbac.v1",
            "resource.v1",
            "scheduling.v1",
            "storage.v1");

    private static final Map<String, TypeTable> TABLES = new ConcurrentHashMap<>();
    private static final Map<String, TypeDescriptions> DESCRIPTIONS = new ConcurrentHashMap<>();

    private BuiltInTypes() {}

    private static Map<String, String> packages(String... names) {
        Map<String, String> packages = new LinkedHashMap<>();
        for (String name : names) {
            packages.put("io.k8s.api." + name, name);
        }
        packages.put("io.k8s.apimachinery.pkg.apis.meta.v1", "meta.v1");
        packages.put("io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1", "apiextensions.v1");
        packages.put("io.k8s.kube-aggregator.pkg.apis.apiregistration.v1", "apiregistration.v1");
        return packages;
    }

    /// @param name such as `io.k8s.api.core.v1.Pod`
    /// @throws IllegalArgumentException when there is no such type
    public static Struct of(String name) {
        int dot = name.lastIndexOf('.');
        String table = PACKAGES.get(name.substring(0, Math.max(dot, 0)));
        if (table == null) {
            throw new IllegalArgumentException("there is no built-in type " + name);
        }
        return table(table)
                .find(name.substring(dot + 1))
                .orElseThrow(() -> new IllegalArgumentException("there is no built-in type " + name));
    }

    /// The type of the objects of a kind.
    ///
    /// @param group empty for the core group
    public static Optional<Struct> find(String group, String version, String kind) {
        return PACKAGES.values().stream()
                .filter(name -> mayServe(name, group, version))
                .map(BuiltInTypes::table)
                .filter(table -> table.group().equals(group) && table.version().equals(version))
                .flatMap(table -> table.find(kind).stream())
                .findFirst();
    }

    /// The kind whose objects have this type; empty for a type that is only used inside other types.
    public static Optional<GroupVersionKind> kind(String name) {
        int dot = name.lastIndexOf('.');
        String table = PACKAGES.get(name.substring(0, Math.max(dot, 0)));
        return table == null ? Optional.empty() : table(table).kind(name.substring(dot + 1));
    }

    /// The protobuf message of a type; empty for a type that is in no table.
    ///
    /// @param name such as `io.k8s.api.core.v1.Pod`
    public static Optional<ProtobufMessage> message(String name) {
        int dot = name.lastIndexOf('.');
        String table = PACKAGES.get(name.substring(0, Math.max(dot, 0)));
        return table == null ? Optional.empty() : table(table).message(name.substring(dot + 1));
    }

    /// What a type is for; empty for a type that is in no table.
    ///
    /// @param name such as `io.k8s.api.core.v1.Pod`
    public static Optional<String> description(String name) {
        return descriptions(name).flatMap(found -> found.of(name.substring(name.lastIndexOf('.') + 1)));
    }

    /// What a field of a type is for.
    ///
    /// @param name such as `io.k8s.api.core.v1.Pod`
    public static Optional<String> description(String name, String field) {
        String type = name.substring(name.lastIndexOf('.') + 1);
        Optional<String> own = descriptions(name).flatMap(found -> found.of(type, field));
        if (own.isPresent()) {
            return own;
        }
        Optional<String> inlined = message(name).stream()
                .flatMap(message -> message.fields().values().stream())
                .filter(one -> one.isInlined() && one.type() instanceof Struct)
                .map(one -> (Struct) one.type())
                .filter(struct ->
                        !struct.name().equals(name) && struct.field(field).isPresent())
                .flatMap(struct -> description(struct.name(), field).stream())
                .findFirst();
        // Every object has these two, and no type declares them itself.
        return inlined.or(() -> field.equals("kind") || field.equals("apiVersion")
                ? descriptions(TYPE_META).flatMap(found -> found.of("TypeMeta", field))
                : Optional.empty());
    }

    private static Optional<TypeDescriptions> descriptions(String name) {
        String table = PACKAGES.get(name.substring(0, Math.max(name.lastIndexOf('.'), 0)));
        return table == null
                ? Optional.empty()
                : Optional.of(DESCRIPTIONS.computeIfAbsent(table, TypeDescriptions::read));
    }

    /// The names of all types.
    static List<String> names() {
        return PACKAGES.values().stream()
                .map(BuiltInTypes::table)
                .flatMap(table -> table.names().stream())
                .toList();
    }

    /// Avoids reading tables whose name shows that they belong to another group.
    private static boolean mayServe(String table, String group, String version) {
        String first = group.isEmpty() ? "" : group.split("\\.", 2)[0];
        return group.isEmpty()
                ? table.equals("core.v1") || table.equals("meta.v1")
                : table.equals(first + "." + version);
    }

    static TypeTable table(String name) {
        return TABLES.computeIfAbsent(name, TypeTable::read);
    }
}
