package dev.stowage.k8s.featuregate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class FeatureGatesTest {

    private enum Gate implements Feature {
        TOPOLOGY("Topology", Stage.STABLE, true),
        CROSS_NAMESPACE_SOURCES("CrossNamespaceVolumeDataSource", Stage.ALPHA, false),
        ANNOTATE_RESIZE("AnnotateFsResize", Stage.BETA, true);

        private final String text;
        private final Stage stage;
        private final boolean usual;

        Gate(String text, Stage stage, boolean usual) {
            this.text = text;
            this.stage = stage;
            this.usual = usual;
        }

        @Override
        public String text() {
            return text;
        }

        @Override
        public Stage stage() {
            return stage;
        }

        @Override
        public boolean enabledByDefault() {
            return usual;
        }
    }

    private static final List<Gate> ALL = List.of(Gate.values());

    @ParameterizedTest
    @CsvSource({"true, true", "True, true", "T, true", "1, true", "FALSE, false", "f, false", "0, false"})
    void valuesAreReadAsGoReadsBooleans(String text, boolean on) {
        FeatureGates gates = FeatureGates.parse("Topology=" + text, ALL);
        assertThat(gates.isEnabled(Gate.TOPOLOGY)).isEqualTo(on);
        assertThat(gates.isSet(Gate.TOPOLOGY)).isTrue();
    }

    @Test
    void gatesThatNobodyNamedStandAsUsual() {
        FeatureGates gates = FeatureGates.parse("", ALL);
        assertThat(gates.isEnabled(Gate.TOPOLOGY)).isTrue();
        assertThat(gates.isEnabled(Gate.CROSS_NAMESPACE_SOURCES)).isFalse();
        assertThat(gates.isSet(Gate.TOPOLOGY)).isFalse();
    }

    @Test
    void wholeStageIsSwitchedExceptWhatIsNamed() {
        assertThat(FeatureGates.parse("AllAlpha=true", ALL).isEnabled(Gate.CROSS_NAMESPACE_SOURCES))
                .isTrue();
        assertThat(FeatureGates.parse("AllBeta=false", ALL).isEnabled(Gate.ANNOTATE_RESIZE))
                .isFalse();
        assertThat(FeatureGates.parse("AllBeta=false,AnnotateFsResize=true", ALL)
                        .isEnabled(Gate.ANNOTATE_RESIZE))
                .isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"Topology", "Topology=yes", "Topologie=true", "=true", "AnnotateFsResize=true"})
    void whatIsNoGateHereIsRefused(String text) {
        assertThatIllegalArgumentException().isThrownBy(() -> FeatureGates.parse(text, List.of(Gate.TOPOLOGY)));
    }
}
