package dev.stowage.sidecar.provisioner.datasource;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stowage.kube.model.Kinds;
import dev.stowage.kube.model.StorageClass;
import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DataSourceValidationTest {
    private static final StorageClass CLASS = DataSourceObjects.of(Kinds.STORAGE_CLASSES, """
            {"metadata": {"name": "fast"}, "provisioner": "d"}""", "{}");
    private static final String CLAIM = """
            {"metadata": {"namespace": "web", "name": "new"}, "spec": {"storageClassName": "fast",
              "volumeMode": "Filesystem", "resources": {"requests": {"storage": "2Gi"}}}}""";
    private static final String SNAPSHOT = """
            {"metadata": {"namespace": "web", "name": "s", "uid": "u"}, "spec": {},
             "status": {"boundVolumeSnapshotContentName": "c", "readyToUse": true, "restoreSize": "2Gi"}}""";
    private static final String CONTENT = """
            {"metadata": {"name": "c"}, "spec": {"driver": "d",
              "volumeSnapshotRef": {"namespace": "web", "name": "s", "uid": "u"}, "sourceVolumeMode": "Filesystem"},
             "status": {"snapshotHandle": "h"}}""";
    private static final String SOURCE = """
            {"metadata": {"namespace": "web", "name": "old", "uid": "o"}, "spec": {"storageClassName": "slow",
              "volumeName": "pv", "resources": {"requests": {"storage": "2Gi"}}}, "status": {"phase": "Bound"}}""";
    private static final String VOLUME = """
            {"metadata": {"name": "pv"}, "spec": {"csi": {"driver": "d", "volumeHandle": "v"},
              "volumeMode": "Filesystem", "claimRef": {"namespace": "web", "name": "old", "uid": "o"}},
             "status": {"phase": "Bound"}}""";
    private static final String NO_PERMISSION =
            "requested volume web/new modifies the mode of the source volume but does not have permission to do so. ";

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '\'', textBlock = """
            {}                                                                         |
            {"metadata": {"deletionTimestamp": "2026-01-01T00:00:00Z"}}                | snapshot s is being deleted
            {"metadata": {"deletionTimestamp": "2026-01-01T00:00:00Z", "finalizers": ["provisioner.storage.kubernetes.io/volumesnapshot-as-source-protection"]}} |
            {"status": null}                                                           | snapshot s not bound
            {"status": {"boundVolumeSnapshotContentName": null}}                       | snapshot s not bound
            """)
    void snapshotHasToBeThereAndBound(String change, String problem) {
        assertThat(SnapshotValidation.problem(DataSourceObjects.of(Kinds.SNAPSHOTS, SNAPSHOT, change)))
                .isEqualTo(Optional.ofNullable(problem));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '\'', textBlock = """
            {} | {}                                                              | {} |
            {} | {}                                                              | {"spec": {"volumeSnapshotRef": {"uid": "x"}}}  | snapshotcontent c for snapshot s is bound to a different snapshot
            {} | {}                                                              | {"spec": {"volumeSnapshotRef": {"name": "x"}}} | snapshotcontent c for snapshot s is bound to a different snapshot
            {} | {}                                                              | {"spec": {"volumeSnapshotRef": null}}          | snapshotcontent c for snapshot s is bound to a different snapshot
            {} | {}                                                              | {"spec": {"driver": "e"}}                      | snapshotcontent c for snapshot s is not handled by CSI driver of StorageClass fast
            {} | {"status": {"readyToUse": false}}                               | {}                                             | snapshot s is not Ready
            {} | {"status": {"readyToUse": null}}                                | {}                                             | snapshot s is not Ready
            {} | {}                                                              | {"status": null}                               | snapshot handle s is not available
            {} | {"status": {"restoreSize": "3Gi"}}                              | {}                                             | requested volume size 2147483648 is less than the size 3221225472 for the source snapshot s
            {} | {"status": {"restoreSize": "1Gi"}}                              | {}                                             |
            {} | {"status": {"restoreSize": null}}                               | {}                                             |
            """)
    void snapshotHasToFitTheClaim(String claim, String snapshot, String content, String problem) {
        assertThat(snapshotProblem(claim, snapshot, content, true)).isEqualTo(Optional.ofNullable(problem));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '\'', textBlock = """
            Block | Block      |         |
            Block |            |         |
            Block | Filesystem | true    |
            Block | Filesystem | T       |
            Block | Filesystem |         | snapshot.storage.kubernetes.io/allow-volume-mode-change annotation is not present on snapshotcontent c
            Block | Filesystem | False   | snapshot.storage.kubernetes.io/allow-volume-mode-change is set to false on snapshotcontent c
            Block | Filesystem | maybe   | 'the annotation snapshot.storage.kubernetes.io/allow-volume-mode-change is neither true nor false but "maybe"'
            """)
    void volumeModeIsKeptUnlessTheContentAllowsAnother(String wanted, String source, String allowed, String problem) {
        String claim = """
                {"spec": {"volumeMode": "%s"}}""".formatted(wanted);
        String content = """
                {"metadata": {"annotations": {%s}}, "spec": {"sourceVolumeMode": "%s"}}""".formatted(
                        allowed == null
                                ? ""
                                : "\"snapshot.storage.kubernetes.io/allow-volume-mode-change\": \"" + allowed + "\"",
                        source == null ? "" : source);
        assertThat(snapshotProblem(claim, "{}", content, true))
                .isEqualTo(Optional.ofNullable(problem).map(why -> NO_PERMISSION + why));
        assertThat(snapshotProblem(claim, "{}", content, false)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '\'', textBlock = """
            {}                                                          | {}                                                          |
            {}                                                          | {"status": {"phase": "Lost"}}                               | the PVC DataSource old must have a status of Bound.  Got Lost
            {}                                                          | {"metadata": {"deletionTimestamp": "2026-01-01T00:00:00Z"}} | the PVC DataSource old is currently being deleted
            {}                                                          | {"spec": {"storageClassName": null}}                        | the source PVC (old) storageclass cannot be empty
            {"spec": {"storageClassName": null}}                        | {}                                                          | the requested PVC (new) storageclass cannot be empty
            {"spec": {"resources": {"requests": {"storage": "1Gi"}}}}   | {}                                                          | error, new PVC request must be greater than or equal in size to the specified PVC data source, requested 1073741824 but source is 2147483648
            {"spec": {"resources": {"requests": {"storage": "3Gi"}}}}   | {}                                                          |
            {}                                                          | {"spec": {"volumeName": null}}                              | volume name is empty in source PVC old
            """)
    void clonedClaimHasToBeBoundAndNoLargerThanItsClone(String claim, String source, String problem) {
        assertThat(CloneValidation.problem(
                        DataSourceObjects.of(Kinds.CLAIMS, CLAIM, claim),
                        DataSourceObjects.of(Kinds.CLAIMS, SOURCE, source)))
                .isEqualTo(Optional.ofNullable(problem));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '\'', textBlock = """
            {}                                | {}                                       |
            {}                                | {"spec": {"csi": null}}                  | claim in dataSource not bound or invalid
            {}                                | {"spec": {"csi": {"driver": "e"}}}       | claim in dataSource not bound or invalid
            {}                                | {"spec": {"claimRef": null}}             | claim in dataSource not bound or invalid
            {}                                | {"spec": {"claimRef": {"uid": "x"}}}     | claim in dataSource not bound or invalid
            {}                                | {"spec": {"claimRef": {"namespace": "x"}}} | claim in dataSource not bound or invalid
            {}                                | {"status": {"phase": "Released"}}        | claim in dataSource not bound or invalid
            {}                                | {"spec": {"volumeMode": "Block"}}        | the source PVC and destination PVCs must have the same volume mode for cloning.  Source is Block, but new PVC requested Filesystem
            {"spec": {"volumeMode": "Block"}} | {}                                       | the source PVC and destination PVCs must have the same volume mode for cloning.  Source is Filesystem, but new PVC requested Block
            """)
    void clonedVolumeHasToBeTheSameDriversAndOfTheSameMode(String claim, String volume, String problem) {
        assertThat(CloneValidation.problem(
                        DataSourceObjects.of(Kinds.CLAIMS, CLAIM, claim),
                        CLASS,
                        DataSourceObjects.of(Kinds.CLAIMS, SOURCE, "{}"),
                        DataSourceObjects.of(Kinds.VOLUMES, VOLUME, volume)))
                .isEqualTo(Optional.ofNullable(problem));
    }

    private static Optional<String> snapshotProblem(
            String claim, String snapshot, String content, boolean preventModeConversion) {
        return SnapshotValidation.problem(
                DataSourceObjects.of(Kinds.CLAIMS, CLAIM, claim),
                CLASS,
                DataSourceObjects.of(Kinds.SNAPSHOTS, SNAPSHOT, snapshot),
                DataSourceObjects.of(Kinds.SNAPSHOT_CONTENTS, CONTENT, content),
                preventModeConversion);
    }
}
