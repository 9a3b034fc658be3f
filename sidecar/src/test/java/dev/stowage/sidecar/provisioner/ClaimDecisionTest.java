package dev.stowage.sidecar.provisioner;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stowage.kube.model.StorageClass;
import dev.stowage.sidecar.provisioner.ClaimDecision.ClaimState;
import dev.stowage.sidecar.provisioner.ClaimDecision.VolumeOwner;
import dev.stowage.sidecar.provisioner.journal.PendingStatus;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ClaimDecisionTest {
    private static final String VOLUME = "pvc-" + ProvisionerObjects.UID;

    private static ClaimDecision decide(
            String claim, String storageClass, VolumeOwner object, PendingStatus pendingStatus, boolean intent) {
        String words = claim.replace("ours", ProvisionerObjects.DRIVER).replace("itsown", VOLUME);
        Optional<StorageClass> found = storageClass.equals("none")
                ? Optional.empty()
                : Optional.of(ProvisionerObjects.storageClass(storageClass.equals("-") ? "" : storageClass));
        return ClaimDecision.of(
                ProvisionerObjects.claim(words),
                new ClaimState(
                        ProvisionerObjects.DRIVER,
                        Set.of(ProvisionerObjects.DRIVER, "in-tree/x"),
                        VOLUME,
                        object,
                        found,
                        pendingStatus,
                        intent));
    }

    /// Claim, class, PersistentVolume, pending state; expected with a journal, expected without.
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                // ownership
                "by=ours | - | NONE | NONE | Provision | Provision",
                "beta=ours | - | NONE | NONE | Provision | Provision",
                "by=other beta=ours | - | NONE | NONE | Nothing | Nothing",
                "by=ours beta=other | - | NONE | NONE | Provision | Provision",
                "by=other | - | NONE | NONE | Nothing | Nothing",
                "'' | - | NONE | NONE | Nothing | Nothing",
                "by=in-tree/x | by=in-tree/x | NONE | NONE | Nothing | Nothing",
                "by=in-tree/x to=ours | by=in-tree/x | NONE | NONE | Provision | Provision",
                "by=other to=ours | - | NONE | NONE | Nothing | Nothing",
                "by=ours | by=other | NONE | NONE | Nothing | Nothing",
                // timing
                "by=ours | none | NONE | NONE | MissingClass | MissingClass",
                "by=ours | late | NONE | NONE | Nothing | Nothing",
                "by=ours node=n | late | NONE | NONE | Provision | Provision",
                "by=ours alpha-node=n | late | NONE | NONE | Nothing | Nothing",
                "by=ours volume=itsown | - | NONE | NONE | Nothing | Nothing",
                "by=ours volume=theirs | - | NONE | NONE | Nothing | Nothing",
                "by=ours | - | OURS | NONE | Nothing | Nothing",
                "by=ours | - | ANOTHERS | NONE | NameTaken | NameTaken",
                "by=ours | - | NONE | OPEN | Provision | Provision",
                "by=ours | - | NONE | CLEAN | Provision | Provision",
                // the volume exists
                "by=ours | - | OURS | OPEN | Nothing | Nothing",
                "by=ours volume=itsown | - | OURS | NONE | Nothing | Nothing",
                "by=ours volume=itsown bound | - | OURS | OPEN | Nothing | Nothing",
                "by=ours volume=itsown bound | none | NONE | NONE | Nothing | Nothing",
                // bound to another volume since
                "by=ours volume=theirs | - | NONE | OPEN | CleanUp | CleanUp",
                "by=ours volume=theirs bound | none | NONE | OPEN | CleanUp | CleanUp",
                "by=ours volume=theirs bound | - | NONE | CLEAN | Nothing | Nothing",
                "by=ours volume=theirs bound | - | OURS | OPEN | Nothing | Nothing",
                "by=ours volume=theirs bound | - | ANOTHERS | OPEN | Nothing | Nothing",
                // being deleted
                "by=ours deleted | - | NONE | NONE | Nothing | Provision",
                "by=ours deleted | none | NONE | NONE | Nothing | MissingClass",
                "by=ours deleted | - | NONE | CLEAN | Nothing | Provision",
                "by=ours deleted | - | NONE | OPEN | CleanUp | Provision",
                "by=ours deleted | none | NONE | OPEN | CleanUp | MissingClass",
                "by=ours deleted | - | OURS | OPEN | Nothing | Nothing",
                "by=ours deleted | - | ANOTHERS | OPEN | Nothing | NameTaken",
                "by=ours deleted volume=itsown | - | OURS | NONE | Nothing | Nothing",
                "by=ours deleted volume=theirs | - | NONE | OPEN | CleanUp | CleanUp",
                "by=other deleted | - | NONE | OPEN | Nothing | Nothing",
            })
    void claimStateDecidesTheAction(
            String claim,
            String storageClass,
            VolumeOwner object,
            PendingStatus pendingStatus,
            String withIntent,
            String without) {
        assertThat(decide(claim, storageClass, object, pendingStatus, true)
                        .getClass()
                        .getSimpleName())
                .isEqualTo(withIntent);
        assertThat(decide(claim, storageClass, object, pendingStatus, false)
                        .getClass()
                        .getSimpleName())
                .isEqualTo(without);
    }

    @Test
    void choiceOfTheSchedulerIsPassedOnUnderBothNames() {
        assertThat(ClaimDecision.selectedNode(ProvisionerObjects.claim("node=a alpha-node=b")))
                .isEqualTo("a");
        assertThat(ClaimDecision.selectedNode(ProvisionerObjects.claim("alpha-node=b")))
                .isEqualTo("b");
        assertThat(ClaimDecision.selectedNode(ProvisionerObjects.claim(""))).isEmpty();
    }
}
