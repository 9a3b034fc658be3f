package dev.stowage.sidecar.provisioner.datasource;

import dev.stowage.k8s.NamespacedName;
import dev.stowage.k8s.names.ApiGroups;
import dev.stowage.kube.model.PersistentVolumeClaim;
import dev.stowage.kube.model.PersistentVolumeClaim.DataSource;
import dev.stowage.kube.model.ReferenceGrant;
import java.util.Collection;
import java.util.List;

/// The data source of a claim.
sealed interface DataSourceReference {
    String CLAIM = "PersistentVolumeClaim";
    String SNAPSHOT = "VolumeSnapshot";

    /// None: the volume is empty.
    record Nothing() implements DataSourceReference {}

    record OfSnapshot(NamespacedName key) implements DataSourceReference {}

    record OfClaim(NamespacedName key) implements DataSourceReference {}

    /// A kind that a volume populator may handle.
    record Foreign(String kind) implements DataSourceReference {}

    /// Invalid until the claim changes.
    record Unusable(String why) implements DataSourceReference {}

    /// @param acrossNamespaces whether claims may refer to other namespaces that grant it
    /// @param grants of the source's namespace
    static DataSourceReference of(
            PersistentVolumeClaim claim, boolean acrossNamespaces, Collection<ReferenceGrant> grants) {
        DataSource source = claim.dataSource() != null ? claim.dataSource() : claim.dataSourceRef();
        if (source == null) {
            return new Nothing();
        }
        if (claim.dataSource() == null && !source.namespace().isEmpty() && !acrossNamespaces) {
            return new Unusable(
                    "dataSourceRef namespace specified but the CrossNamespaceVolumeDataSource feature is disabled");
        }
        NamespacedName key = keyOf(claim, source);
        if (!key.namespace().equals(claim.meta().namespace()) && !isGranted(claim, source, grants)) {
            return new Unusable(
                    "accessing " + key + " of " + source.kind() + " dataSource from " + claim.key() + " isn't allowed");
        }
        if (source.name().isEmpty()) {
            return new Unusable(
                    "the PVC source not found for PVC " + claim.meta().name());
        }
        return switch (source.kind()) {
            case SNAPSHOT ->
                source.apiGroup().equals(ApiGroups.SNAPSHOT)
                        ? new OfSnapshot(key)
                        : new Unusable("the PVC source does not belong to the right APIGroup. Expected "
                                + ApiGroups.SNAPSHOT + ", Got " + source.apiGroup());
            case CLAIM -> new OfClaim(key);
            default -> new Foreign(source.kind());
        };
    }

    /// The namespace of the source; only `dataSourceRef` can refer to another namespace.
    static String namespace(PersistentVolumeClaim claim) {
        DataSource source = claim.dataSourceRef();
        return claim.dataSource() != null
                        || source == null
                        || source.namespace().isEmpty()
                ? claim.meta().namespace()
                : source.namespace();
    }

    /// Empty when the claim has no data source.
    static String name(PersistentVolumeClaim claim) {
        DataSource source = claim.dataSource() != null ? claim.dataSource() : claim.dataSourceRef();
        return source == null ? "" : source.name();
    }

    /// The index term of the source that an unbound claim needs; none for other claims.
    static List<String> needed(PersistentVolumeClaim claim) {
        DataSource source = claim.dataSource() != null ? claim.dataSource() : claim.dataSourceRef();
        boolean pending =
                claim.status().phase().isEmpty() || claim.status().phase().equals("Pending");
        return source == null || !pending ? List.of() : List.of(term(source.kind(), keyOf(claim, source)));
    }

    static String term(String kind, NamespacedName key) {
        return kind + "/" + key;
    }

    private static NamespacedName keyOf(PersistentVolumeClaim claim, DataSource source) {
        return new NamespacedName(namespace(claim), source.name());
    }

    private static boolean isGranted(
            PersistentVolumeClaim claim, DataSource source, Collection<ReferenceGrant> grants) {
        return grants.stream()
                .anyMatch(grant -> grant.meta().namespace().equals(source.namespace())
                        && grant.from().stream()
                                .anyMatch(from -> from.group().isEmpty()
                                        && from.kind().equals(CLAIM)
                                        && from.namespace().equals(claim.meta().namespace()))
                        && grant.to().stream()
                                .anyMatch(to -> to.group().equals(source.apiGroup())
                                        && to.kind().equals(source.kind())
                                        && (to.name().isEmpty() || to.name().equals(source.name()))));
    }
}
