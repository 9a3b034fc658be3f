package dev.stowage.k8s.featuregate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class FeatureGatesTest {

    private static final List<Feature> ALL =
            List.of(StorageFeatures.TOPOLOGY, StorageFeatures.CROSS_NAMESPACE_SOURCES, StorageFeatures.ANNOTATE_RESIZE);

    @ParameterizedTest
    @CsvSource({"true, true", "True, true", "T, true", "1, true", "FALSE, false", "f, false", "0, false"})
    void valuesAreReadAsGoReadsBooleans(String text, boolean on) {
        FeatureGates gates = FeatureGates.parse("Topology=" + text, ALL);
        assertThat(gates.isEnabled(StorageFeatures.TOPOLOGY)).isEqualTo(on);
        assertThat(gates.isSet(StorageFeatures.TOPOLOGY)).isTrue();
    }

    @Test
    void featuresThatAreNotNamedHaveTheirDefault() {
        FeatureGates gates = FeatureGates.parse("", ALL);
        assertThat(gates.isEnabled(StorageFeatures.TOPOLOGY)).isTrue();
        assertThat(gates.isEnabled(StorageFeatures.CROSS_NAMESPACE_SOURCES)).isFalse();
        assertThat(gates.isSet(StorageFeatures.TOPOLOGY)).isFalse();
    }

    @Test
    void aWholeStageIsSwitchedExceptWhatIsNamed() {
        assertThat(FeatureGates.parse("AllAlpha=true", ALL).isEnabled(StorageFeatures.CROSS_NAMESPACE_SOURCES))
                .isTrue();
        assertThat(FeatureGates.parse("AllBeta=false", ALL).isEnabled(StorageFeatures.ANNOTATE_RESIZE))
                .isFalse();
        assertThat(FeatureGates.parse("AllBeta=false,AnnotateFsResize=true", ALL)
                        .isEnabled(StorageFeatures.ANNOTATE_RESIZE))
                .isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"Topology", "Topology=yes", "Topologie=true", "=true", "AnnotateFsResize=true"})
    void unknownFeaturesAndValuesAreRefused(String text) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> FeatureGates.parse(text, List.of(StorageFeatures.TOPOLOGY)));
    }
}
