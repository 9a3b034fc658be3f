package dev.stowage.driver.shared;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stowage.sdk.CsiException;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class SubDirectoryTest {
    private static final String CLAIM = "csi.storage.k8s.io/pvc/name";
    private static final String NAMESPACE = "csi.storage.k8s.io/pvc/namespace";

    @Test
    void variablesAreReplaced() throws Exception {
        SubDirectory found = SubDirectory.of(
                "/teams/${pvc.metadata.namespace}-x/${pvc.metadata.name}/", Map.of(CLAIM, "data", NAMESPACE, "shop"));

        assertThat(found.path()).isEqualTo("teams/shop-x/data");
        assertThat(found.parent()).isEqualTo("teams/shop-x");
        assertThat(found.upwards())
                .extracting(SubDirectory::path)
                .containsExactly("teams/shop-x/data", "teams/shop-x", "teams");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "..",
                "a/../b",
                "a//b",
                "./a",
                "/",
                "volumes",
                "volumes/abc",
                "snapshots/x",
                "subdirs",
                ".stowage-share-x",
                "a/${unknown}",
                "${pv.metadata.name}",
                "a\u0000b",
                "a\nb",
                "1/2/3/4/5/6/7/8/9/10/11/12/13/14/15/16/17"
            })
    void whatCouldLeaveTheShareIsRefused(String template) {
        assertThatThrownBy(() -> SubDirectory.of(template, Map.of()))
                .isInstanceOf(CsiException.class)
                .hasMessageStartingWith("parameter subDir");
    }

    @ParameterizedTest
    @ValueSource(strings = {"..", "a/b", "../../etc", "", ".", "${pvc.metadata.name}"})
    void theValueOfAVariableAddsNoLevel(String value) {
        assertThatThrownBy(() -> SubDirectory.of("x/${pvc.metadata.name}", Map.of(CLAIM, value)))
                .isInstanceOf(CsiException.class)
                .hasMessageStartingWith("parameter subDir");
    }
}
