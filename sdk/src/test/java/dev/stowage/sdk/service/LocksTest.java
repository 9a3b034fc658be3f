package dev.stowage.sdk.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stowage.sdk.CsiCode;
import dev.stowage.sdk.CsiException;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

final class LocksTest {

    private final Locks locks = new Locks();

    private static void isBusy(ThrowingCallable attempt) {
        assertThatThrownBy(attempt)
                .isInstanceOfSatisfying(
                        CsiException.class, e -> assertThat(e.code()).isEqualTo(CsiCode.ABORTED))
                .hasMessageContaining("v1");
    }

    @Test
    void theSecondCallerIsToldToComeBack() throws Exception {
        try (Locks.Held _ = locks.exclusive("v1")) {
            isBusy(() -> locks.exclusive("v1"));
            isBusy(() -> locks.shared("v1"));
            locks.exclusive("v2").close();
        }
        locks.exclusive("v1").close();
    }

    @Test
    void sharersKeepOutOnlyWhoWantsItAlone() throws Exception {
        Locks.Held first = locks.shared("v1");
        Locks.Held second = locks.shared("v1");
        isBusy(() -> locks.exclusive("v1"));
        first.close();
        isBusy(() -> locks.exclusive("v1"));
        second.close();
        locks.exclusive("v1").close();
    }

    @Test
    void aRefusedSharerLeavesTheHolderAlone() throws Exception {
        Locks.Held alone = locks.exclusive("v1");
        isBusy(() -> locks.shared("v1"));
        isBusy(() -> locks.shared("v1"));
        alone.close();
        locks.shared("v1").close();
    }
}
