package dev.stowage.sidecar.provision.source;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stowage.kube.model.Kinds;
import dev.stowage.kube.model.PersistentVolumeClaim;
import dev.stowage.k8s.NamespacedName;
import dev.stowage.kube.model.ReferenceGrant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NamedTest {
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
        assertThat(Named.by(claim("{}"), true, List.of())).isEqualTo(new Named.Nothing());
    }

    @Test
    void sourceIsOfTheClaimsNamespaceUnlessItSaysAnother() {
        assertThat(Named.by(claim(source("dataSource", "", "PersistentVolumeClaim", "c")), false, List.of()))
                .isEqualTo(new Named.OfClaim(new NamespacedName("web", "c")));
        assertThat(Named.by(
                        claim(source("dataSourceRef", "snapshot.storage.k8s.io", "VolumeSnapshot", "s")),
                        false,
                        List.of()))
                .isEqualTo(new Named.OfSnapshot(new NamespacedName("web", "s")));
    }

    @Test
    void kindThatNobodyHereKnowsIsForeign() {
        assertThat(Named.by(claim(source("dataSourceRef", "x.example.com", "Image", "i")), false, List.of()))
                .isEqualTo(new Named.Foreign("Image"));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            snapshot.storage.k8s.io | VolumeSnapshot | '' | the PVC source not found for PVC data
            wrong.k8s.io            | VolumeSnapshot | s  | the PVC source does not belong to the right APIGroup. Expected snapshot.storage.k8s.io, Got wrong.k8s.io
            """)
    void sourceThatCannotBeIsRefused(String group, String kind, String name, String why) {
        assertThat(Named.by(claim(source("dataSource", group, kind, name)), false, List.of()))
                .isEqualTo(new Named.Unusable(why));
    }

    @Test
    void otherNamespacesNeedTheFeatureAndAGrant() {
        PersistentVolumeClaim claim = claim(SNAPSHOT_ELSEWHERE);
        assertThat(Named.by(claim, false, List.of(grant("{}"))))
                .isEqualTo(new Named.Unusable("dataSourceRef namespace specified but the"
                        + " CrossNamespaceVolumeDataSource feature is disabled"));
        assertThat(Named.by(claim, true, List.of()))
                .isEqualTo(
                        new Named.Unusable("accessing db/s of VolumeSnapshot dataSource from web/data isn't allowed"));
        assertThat(Named.by(claim, true, List.of(grant("{}")))).isEqualTo(new Named.OfSnapshot(new NamespacedName("db", "s")));
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
        Named named = Named.by(claim(SNAPSHOT_ELSEWHERE), true, List.of(grant(change)));
        assertThat(named instanceof Named.OfSnapshot).isEqualTo(granted);
    }

    @Test
    void onlyClaimsWithoutAVolumeNeedTheirSource() {
        String source = source("dataSource", "", "PersistentVolumeClaim", "c");
        assertThat(Named.needed(claim(source))).containsExactly("PersistentVolumeClaim/web/c");
        PersistentVolumeClaim bound = Objects.of(Kinds.CLAIMS, CLAIM, source.replaceFirst("\\{", "{\"status\":{\"phase\":\"Bound\"},"));
        assertThat(Named.needed(bound)).isEmpty();
        assertThat(Named.needed(claim("{}"))).isEmpty();
        assertThat(Named.needed(claim(SNAPSHOT_ELSEWHERE))).containsExactly("VolumeSnapshot/db/s");
    }

    private static PersistentVolumeClaim claim(String change) {
        return Objects.of(Kinds.CLAIMS, CLAIM, change);
    }

    private static ReferenceGrant grant(String change) {
        return Objects.of(Kinds.REFERENCE_GRANTS, GRANT, change);
    }

    private static String source(String field, String group, String kind, String name) {
        return """
                {"spec": {"%s": {"apiGroup": "%s", "kind": "%s", "name": "%s"}}}""".formatted(field, group, kind, name);
    }
}
