package dev.stowage.linux.mount;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stowage.linux.Errno;
import dev.stowage.linux.SyscallTimedOutException;
import dev.stowage.linux.UncertainOutcomeException;
import dev.stowage.linux.mount.FakeMounts.Operation;
import org.junit.jupiter.api.Test;

class FakeMountsTest extends AbstractMountsTest {
    private final FakeMounts fake = new FakeMounts();

    @Override
    Mounts mounts() {
        return fake;
    }

    @Override
    void assume() {}

    @Test
    void plannedFailureChangesNothingAndHappensOnce() throws Exception {
        fake.failNext(Operation.BIND, Errno.EIO);

        assertFails(Errno.EIO, () -> fake.bind(source, target, false));
        assertThat(fake.at(target)).isEmpty();

        fake.bind(source, target, false);
        assertThat(fake.at(target)).isPresent();
    }

    @Test
    void lostAnswerLeavesTheEffectOrNot() throws Exception {
        fake.loseNext(Operation.BIND, false);
        fake.loseNext(Operation.BIND, true);

        assertThatThrownBy(() -> fake.bind(source, target, false)).isInstanceOf(UncertainOutcomeException.class);
        assertThat(fake.at(target)).isEmpty();
        assertThatThrownBy(() -> fake.bind(source, target, false)).isInstanceOf(SyscallTimedOutException.class);
        assertThat(fake.at(target)).isPresent();
    }

    @Test
    void busyTargetIsNotUnmountedUntilIdle() throws Exception {
        fake.bind(source, target, false);
        fake.setBusy(target);

        assertFails(Errno.EBUSY, () -> fake.unmount(target));
        assertFails(Errno.EBUSY, () -> fake.release(target));
        fake.setIdle(target);
        fake.release(target);

        assertThat(target).doesNotExist();
    }
}
