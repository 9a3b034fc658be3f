package dev.stowage.sdk.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stowage.sdk.CsiCode;
import dev.stowage.sdk.CsiException;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

final class OperationLocksTest {

    private final OperationLocks operationLocks = new OperationLocks();

    private static void isBusy(ThrowingCallable attempt) {
        assertThatThrownBy(attempt)
                .isInstanceOfSatisfying(
                        CsiException.class, e -> assertThat(e.code()).isEqualTo(CsiCode.ABORTED))
                .hasMessageContaining("v1");
    }

    @Test
    void theSecondCallerGetsAborted() throws Exception {
        try (OperationLocks.Held _ = operationLocks.exclusive("v1")) {
            isBusy(() -> operationLocks.exclusive("v1"));
            isBusy(() -> operationLocks.shared("v1"));
            operationLocks.exclusive("v2").close();
        }
        operationLocks.exclusive("v1").close();
    }

    @Test
    void sharersKeepOutOnlyWhoWantsItAlone() throws Exception {
        OperationLocks.Held first = operationLocks.shared("v1");
        OperationLocks.Held second = operationLocks.shared("v1");
        isBusy(() -> operationLocks.exclusive("v1"));
        first.close();
        isBusy(() -> operationLocks.exclusive("v1"));
        second.close();
        operationLocks.exclusive("v1").close();
    }

    @Test
    void aRefusedSharerLeavesTheHolderAlone() throws Exception {
        OperationLocks.Held alone = operationLocks.exclusive("v1");
        isBusy(() -> operationLocks.shared("v1"));
        isBusy(() -> operationLocks.shared("v1"));
        alone.close();
        operationLocks.shared("v1").close();
    }
}
