package dev.stowage.sdk.record;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stowage.linux.SyscallTimedOutException;
import dev.stowage.sdk.CsiCode;
import dev.stowage.sdk.CsiException;
import dev.stowage.sdk.Volume;
import dev.stowage.sdk.VolumeId;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class UncertainFailureTest {

    private static final Volume A = Volume.of(new VolumeId("a"));

    @TempDir
    private Path folder;

    private final List<String> calls = new ArrayList<>();

    @Test
    void onlyACallThatMayStillTakeEffectIsUncertain() {
        SyscallTimedOutException timeout = SyscallTimedOutException.of("mount", "/mnt");
        assertThat(UncertainFailure.isIn(timeout)).isTrue();
        assertThat(UncertainFailure.isIn(new IOException("cannot publish", timeout)))
                .isTrue();
        assertThat(UncertainFailure.isIn(new CsiException(CsiCode.DEADLINE_EXCEEDED, "the server is slow")))
                .isTrue();
        assertThat(UncertainFailure.isIn(new IOException("no"))).isFalse();
        assertThat(UncertainFailure.isIn(CsiException.aborted("try again"))).isFalse();
    }

    @Test
    void anAttemptThatMayStillTakeEffectIsUndoneByTheNextCall() throws Exception {
        Ledger<Volume> ledger = new Ledger<>("volume", folder, new LedgerCodecs.Volumes());
        assertThatThrownBy(() -> ledger.make(
                        "a",
                        "pvc-a",
                        "same",
                        () -> {
                            calls.add("make a");
                            throw SyscallTimedOutException.of("clone", "/pool/a");
                        },
                        key -> calls.add("remove " + key)))
                .isInstanceOf(SyscallTimedOutException.class);
        assertThat(calls).containsExactly("make a");

        Volume made = ledger.make("a", "pvc-a", "same", () -> A, key -> calls.add("remove " + key));

        assertThat(made).isEqualTo(A);
        assertThat(calls).containsExactly("make a", "remove a");
    }
}
