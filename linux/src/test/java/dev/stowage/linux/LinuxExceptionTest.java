package dev.stowage.linux;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class LinuxExceptionTest {

    @Test
    void messageNamesCallObjectAndError() {
        LinuxException failure = LinuxException.of("unmount", "/mnt/v", Errno.EBUSY);

        assertThat(failure).hasMessage("unmount of /mnt/v failed: device or resource busy (EBUSY)");
        assertThat(failure.call()).isEqualTo("unmount");
        assertThat(failure.errno()).isEqualTo(Errno.EBUSY);
        assertThat(failure.number()).isEqualTo(16);
    }

    @Test
    void numberWithoutNameIsKept() {
        LinuxException failure = new LinuxException("ioctl", "/dev/x", 133, "Look at the disk.");

        assertThat(failure.errno()).isEqualTo(Errno.UNKNOWN);
        assertThat(failure.number()).isEqualTo(133);
        assertThat(failure).hasMessageContaining("errno 133").hasMessageEndingWith(". Look at the disk.");
    }

    @Test
    void errorOfTheKernelIsCaptured() {
        assertThat(Libc.CLOSE.invoke(-1)).isEqualTo(-Errno.EBADF.number());
    }
}
