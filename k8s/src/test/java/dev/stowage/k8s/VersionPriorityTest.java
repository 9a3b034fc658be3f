package dev.stowage.k8s;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class VersionPriorityTest {
    @Test
    void theMostStableComesFirstThenTheNewest() {
        List<String> shuffled = List.of("foo", "v1alpha1", "v2beta1", "v1", "v10", "v1beta2", "v2", "v1beta1");
        assertThat(shuffled.stream().sorted(VersionPriority.INSTANCE))
                .containsExactly("v10", "v2", "v1", "v2beta1", "v1beta2", "v1beta1", "v1alpha1", "foo");
    }
}
