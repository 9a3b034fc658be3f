package dev.stowage.sidecar.provisioner.datasource;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stowage.k8s.NamespacedName;
import dev.stowage.kube.model.Kinds;
import dev.stowage.kube.model.PersistentVolumeClaim;
import dev.stowage.kube.model.ReferenceGrant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DataSourceReferenceTest {
    private static final String CLAIM = """
            {"metadata": {"namespace": "web", "name": "data"}, "spec": {}}""";
    private static final String SNAPSHOT_ELSEWHERE = """
            {"spec": {"dataSourceRef": {"apiGroup": "snapshot.storage.k8s.io", "kind": "VolumeSnapshot",
             "namespace": "db", "name": "s"}}}""";
    private static final String GRANT = """
            {"metadata": {"namespace": "db", "name": "g"}, "spec": {
              "from": [{"group": "", "kind": "PersistentVolumeClaim", "namespace": "web"}],
              "to": [{"group": "snapshot.storage.k8s.io", "kind": "VolumeSnapshot", "name": "s"}]}}""";

    @Test
    void claimWithoutASourceBeginsEmpty() {
        assertThat(DataSourceReference.of(claim("{}"), true, List.of())).isEqualTo(new DataSourceReference.Nothing());
    }

    @Test
    void sourceIsOfTheClaimsNamespaceUnlessItSaysAnother() {
        assertThat(DataSourceReference.of(
                        claim(source("dataSource", "", "PersistentVolumeClaim", "c")), false, List.of()))
                .isEqualTo(new DataSourceReference.OfClaim(new NamespacedName("web", "c")));
        assertThat(DataSourceReference.of(
                        claim(source("dataSourceRef", "snapshot.storage.k8s.io", "VolumeSnapshot", "s")),
                        false,
                        List.of()))
                .isEqualTo(new DataSourceReference.OfSnapshot(new NamespacedName("web", "s")));
    }

    @Test
    void unknownKindIsForeign() {
        assertThat(DataSourceReference.of(
                        claim(source("dataSourceRef", "x.example.com", "Image", "i")), false, List.of()))
                .isEqualTo(new DataSourceReference.Foreign("Image"));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            snapshot.storage.k8s.io | VolumeSnapshot | '' | the PVC source not found for PVC data
            wrong.k8s.io            | VolumeSnapshot | s  | the PVC source does not belong to the right APIGroup. Expected snapshot.storage.k8s.io, Got wrong.k8s.io
            """)
    void sourceThatCannotBeIsRefused(String group, String kind, String name, String why) {
        assertThat(DataSourceReference.of(claim(source("dataSource", group, kind, name)), false, List.of()))
                .isEqualTo(new DataSourceReference.Unusable(why));
    }

    @Test
    void otherNamespacesNeedTheFeatureAndAGrant() {
        PersistentVolumeClaim claim = claim(SNAPSHOT_ELSEWHERE);
        assertThat(DataSourceReference.of(claim, false, List.of(grant("{}"))))
                .isEqualTo(new DataSourceReference.Unusable("dataSourceRef namespace specified but the"
                        + " CrossNamespaceVolumeDataSource feature is disabled"));
        assertThat(DataSourceReference.of(claim, true, List.of()))
                .isEqualTo(new DataSourceReference.Unusable(
                        "accessing db/s of VolumeSnapshot dataSource from web/data isn't allowed"));
        assertThat(DataSourceReference.of(claim, true, List.of(grant("{}"))))
                .isEqualTo(new DataSourceReference.OfSnapshot(new NamespacedName("db", "s")));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            {"metadata": {"namespace": "other"}}                                                              | false
            {"spec": {"from": [{"group": "", "kind": "PersistentVolumeClaim", "namespace": "shop"}]}}         | false
            {"spec": {"from": [{"group": "x", "kind": "PersistentVolumeClaim", "namespace": "web"}]}}         | false
            {"spec": {"from": [{"group": "", "kind": "Pod", "namespace": "web"}]}}                            | false
            {"spec": {"to": [{"group": "", "kind": "VolumeSnapshot"}]}}                                       | false
            {"spec": {"to": [{"group": "snapshot.storage.k8s.io", "kind": "Other"}]}}                         | false
            {"spec": {"to": [{"group": "snapshot.storage.k8s.io", "kind": "VolumeSnapshot", "name": "t"}]}}   | false
            {"spec": {"to": [{"group": "snapshot.storage.k8s.io", "kind": "VolumeSnapshot"}]}}                | true
            {"spec": {"to": [{"group": "a", "kind": "b"}, {"group": "snapshot.storage.k8s.io", "kind": "VolumeSnapshot"}]}} | true
            """)
    void grantHasToFitInEveryPart(String change, boolean granted) {
        DataSourceReference dataSourceReference =
                DataSourceReference.of(claim(SNAPSHOT_ELSEWHERE), true, List.of(grant(change)));
        assertThat(dataSourceReference instanceof DataSourceReference.OfSnapshot)
                .isEqualTo(granted);
    }

    @Test
    void onlyClaimsWithoutAVolumeNeedTheirSource() {
        String source = source("dataSource", "", "PersistentVolumeClaim", "c");
        assertThat(DataSourceReference.needed(claim(source))).containsExactly("PersistentVolumeClaim/web/c");
        PersistentVolumeClaim bound = DataSourceObjects.of(
                Kinds.CLAIMS, CLAIM, source.replaceFirst("\\{", "{\"status\":{\"phase\":\"Bound\"},"));
        assertThat(DataSourceReference.needed(bound)).isEmpty();
        assertThat(DataSourceReference.needed(claim("{}"))).isEmpty();
        assertThat(DataSourceReference.needed(claim(SNAPSHOT_ELSEWHERE))).containsExactly("VolumeSnapshot/db/s");
    }

    private static PersistentVolumeClaim claim(String change) {
        return DataSourceObjects.of(Kinds.CLAIMS, CLAIM, change);
    }

    private static ReferenceGrant grant(String change) {
        return DataSourceObjects.of(Kinds.REFERENCE_GRANTS, GRANT, change);
    }

    private static String source(String field, String group, String kind, String name) {
        return """
                {"spec": {"%s": {"apiGroup": "%s", "kind": "%s", "name": "%s"}}}""".formatted(field, group, kind, name);
    }
}
