package dev.stowage.node.runtime.process;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class UserNamespaceTest {

    @Test
    void aNamespaceThatKnowsOneUserIsNotWhole() {
        assertThat(UserNamespace.isWhole("         0          0 4294967295\n")).isTrue();
        assertThat(UserNamespace.isWhole("         0       1000          1\n")).isFalse();
    }
}
