package dev.stowage.sidecar.provisioner;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class VolumeDecisionTest {
    private static final Set<String> NAMES = Set.of(ProvisionerObjects.DRIVER, "in-tree/x");

    @ParameterizedTest
    @CsvSource({
        // whose it is
        "by=ours driver=ours phase=Released guarded, DELETE",
        "by=ours driver=ours phase=Released, DELETE",
        "by=other driver=ours phase=Released guarded, NOTHING",
        "by=other to=ours driver=other phase=Released guarded, DELETE",
        "by=in-tree/x in-tree phase=Released guarded, DELETE",
        "driver=ours phase=Released guarded, DELETE",
        "driver=other phase=Released, NOTHING",
        "driver=other to=ours phase=Released, NOTHING",
        "in-tree to=ours phase=Released, DELETE",
        "in-tree phase=Released, NOTHING",
        // what becomes of it
        "by=ours driver=ours phase=Bound, ADD_FINALIZER",
        "by=ours driver=ours phase=Bound guarded, NOTHING",
        "by=ours driver=ours phase=Bound deleted, NOTHING",
        "by=ours driver=ours phase=Bound deleted guarded, NOTHING",
        "by=ours driver=ours phase=Available, NOTHING",
        "by=ours driver=ours phase=Pending guarded, NOTHING",
        "by=ours driver=ours phase=Failed guarded, NOTHING",
        "by=ours driver=ours phase=Released deleted guarded, DELETE",
        "by=ours driver=ours phase=Released deleted, NOTHING",
        "by=ours driver=ours phase=Released unowned guarded, NOTHING",
        "by=ours driver=ours phase=Released policy=Retain guarded, REMOVE_FINALIZER",
        "by=ours driver=ours phase=Bound policy=Retain guarded, REMOVE_FINALIZER",
        "by=ours driver=ours phase=Bound policy=Recycle guarded, REMOVE_FINALIZER",
        "by=ours driver=ours phase=Released policy=Retain, NOTHING",
        "by=ours driver=ours phase=Released policy=Retain guarded deleted, REMOVE_FINALIZER",
    })
    void volumeStateDecidesTheAction(String words, VolumeDecision expected) {
        assertThat(VolumeDecision.of(
                        ProvisionerObjects.volume(words.replace("ours", ProvisionerObjects.DRIVER)), NAMES))
                .isEqualTo(expected);
    }
}
