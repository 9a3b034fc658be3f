package dev.stowage.driver.lvm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stowage.sdk.TransferBlocks;
import dev.stowage.sdk.TransferTarget;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

/// Nothing of a deleted volume is visible in a copy.
final class ZeroedTargetTest {

    private static final int SIZE = 4 << 20;
    private static final byte OLD = 9;

    private final Device device = new Device();
    private final Note note = new Note();

    /// In memory; its written blocks cannot be opened.
    private static final class Device implements TransferTarget {

        private final byte[] bytes = new byte[SIZE];
        private byte[] durable = new byte[0];

        private Device() {
            Arrays.fill(bytes, OLD);
        }

        @Override
        public void write(long offset, ByteBuffer data) {
            data.get(bytes, (int) offset, data.remaining());
        }

        @Override
        public void zero(long offset, long length) {
            Arrays.fill(bytes, (int) offset, (int) (offset + length), (byte) 0);
        }

        @Override
        public void sync() {
            durable = bytes.clone();
        }

        @Override
        public TransferBlocks written() {
            throw new UnsupportedOperationException("not read back here");
        }

        @Override
        public void close() {}
    }

    private final class Note implements ZeroedTarget.Note {

        private OptionalLong from = OptionalLong.of(0);

        @Override
        public void write(long position) {
            assertThat(zeroesOrData(device.durable, (int) position)).isTrue();
            from = OptionalLong.of(position);
        }

        @Override
        public void remove() {
            assertThat(zeroesOrData(device.durable, SIZE)).isTrue();
            from = OptionalLong.empty();
        }
    }

    private static boolean zeroesOrData(byte[] bytes, int end) {
        for (int at = 0; at < end; at++) {
            if (bytes[at] == OLD) {
                return false;
            }
        }
        return true;
    }

    private ZeroedTarget opened() {
        return new ZeroedTarget(device, SIZE, note, note.from.orElse(SIZE));
    }

    private static ByteBuffer data(int length) {
        byte[] bytes = new byte[length];
        Arrays.fill(bytes, (byte) 1);
        return ByteBuffer.wrap(bytes);
    }

    private static void finish(ZeroedTarget target) {
        assertThatThrownBy(target::written).isInstanceOf(UnsupportedOperationException.class);
    }

    @Test
    void whatIsNotSentIsZeroed() throws Exception {
        ZeroedTarget target = opened();
        target.write(4096, data(4096));
        target.write(3 << 20, data(8192));
        target.sync();
        finish(target);

        byte[] expected = new byte[SIZE];
        Arrays.fill(expected, 4096, 8192, (byte) 1);
        Arrays.fill(expected, 3 << 20, (3 << 20) + 8192, (byte) 1);
        assertThat(device.durable).isEqualTo(expected);
        assertThat(note.from).isEmpty();
    }

    @Test
    void anInterruptedCopyIsContinuedWhereItWasDurable() throws Exception {
        ZeroedTarget killed = opened();
        killed.write(1 << 20, data(4096));
        killed.sync();
        killed.write(2 << 20, data(4096)); // not durable
        System.arraycopy(device.durable, 0, device.bytes, 0, SIZE);

        assertThat(note.from).hasValue((1 << 20) + 4096);
        ZeroedTarget resumed = opened();
        resumed.write(2 << 20, data(4096));
        finish(resumed);
        assertThat(zeroesOrData(device.durable, SIZE)).isTrue();
        assertThat(device.durable[2 << 20]).isEqualTo((byte) 1);
    }

    @Test
    void whatIsSentAgainDoesNotZeroWhatIsBehindIt() throws Exception {
        ZeroedTarget first = opened();
        first.write(0, data(8192));
        first.sync();
        ZeroedTarget again = opened();
        again.write(0, data(4096));
        finish(again);

        assertThat(device.durable[4096]).isEqualTo((byte) 1);
    }

    @Test
    void aCopyOfNothingIsZeroes() {
        finish(opened());

        assertThat(device.durable).isEqualTo(new byte[SIZE]);
    }
}
