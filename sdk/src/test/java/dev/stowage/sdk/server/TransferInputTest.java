package dev.stowage.sdk.server;

import static dev.stowage.sdk.server.DriverFixture.failure;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import dev.stowage.csi.transfer.v1alpha1.Extent;
import dev.stowage.csi.transfer.v1alpha1.Format;
import dev.stowage.csi.transfer.v1alpha1.Header;
import dev.stowage.csi.transfer.v1alpha1.ReceiveRequest;
import dev.stowage.csi.transfer.v1alpha1.SendRequest;
import io.grpc.Status.Code;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// What callers and other drivers may send, and what must not come through.
final class TransferInputTest extends TransferFixture {

    @ParameterizedTest
    @ValueSource(strings = {"../../etc", "a\0b", "..", ".hidden", "a b"})
    void hostileIdsReachNoDriver(String hostile) {
        TransferClient.Sent all = from.send(snapshot("base"));

        assertThat(failure(() -> to.begin(hostile, 2, all.header())).getCode()).isEqualTo(Code.INVALID_ARGUMENT);
        assertThat(failure(() -> to.copy(hostile)).getCode()).isEqualTo(Code.NOT_FOUND);
        assertThat(failure(() -> from.fence(hostile, 2)).getCode()).isEqualTo(Code.NOT_FOUND);
        assertThat(failure(() -> from.send(
                                SendRequest.newBuilder().setSnapshotId(hostile).build()))
                        .getCode())
                .isEqualTo(Code.NOT_FOUND);
        assertThat(failure(() -> to.receive(List.of(TransferClient.start(hostile, 2, 0))))
                        .getCode())
                .isEqualTo(Code.NOT_FOUND);
        assertThat(there.received).isEmpty();
    }

    @Test
    void extentsOutsideTheVolumeOrOutOfOrderAreRefused() {
        TransferClient.Sent all = from.send(snapshot("base"));
        to.begin(id, 2, all.header());
        ByteString block = ByteString.copyFrom(new byte[4096]);

        refused(Code.OUT_OF_RANGE, extent(-4096, block));
        refused(Code.OUT_OF_RANGE, extent(ArrayVolumes.SIZE, block));
        refused(Code.OUT_OF_RANGE, extent(Long.MAX_VALUE, block));
        refused(Code.INVALID_ARGUMENT, extent(1, block));
        refused(Code.INVALID_ARGUMENT, extent(0, ByteString.copyFrom(new byte[100])));
        refused(Code.INVALID_ARGUMENT, extent(0, ByteString.EMPTY));
        refused(Code.INVALID_ARGUMENT, extent(0, ByteString.copyFrom(new byte[(1 << 20) + 4096])));
        refused(Code.INVALID_ARGUMENT, extent(8192, block), extent(4096, block));
        refused(
                Code.INVALID_ARGUMENT,
                Extent.newBuilder().setOffset(0).setZeroes(4096).build());
        assertThat(failure(() -> to.receive(List.of(TransferClient.extent(extent(0, block)))))
                        .getCode())
                .as("no start")
                .isEqualTo(Code.INVALID_ARGUMENT);
        assertThat(failure(() -> to.receive(List.of(TransferClient.start(id, 2, ArrayVolumes.SIZE))))
                        .getCode())
                .as("a gap")
                .isEqualTo(Code.OUT_OF_RANGE);
    }

    private static Extent extent(long offset, ByteString data) {
        return Extent.newBuilder().setOffset(offset).setData(data).build();
    }

    private void refused(Code code, Extent... extents) {
        List<ReceiveRequest> messages = Stream.concat(
                        Stream.of(TransferClient.start(id, 2, 0)),
                        Stream.of(extents).map(TransferClient::extent))
                .toList();
        assertThat(failure(() -> to.receive(messages)).getCode())
                .as("extent at %d", extents[extents.length - 1].getOffset())
                .isEqualTo(code);
    }

    @Test
    void headersFromElsewhereAreNotTrusted() {
        var header = from.send(snapshot("base")).header().toBuilder();

        refusedHeader(header.clone().setFormatValue(77));
        refusedHeader(header.clone().setFormat(Format.FILES));
        refusedHeader(header.clone().setContent("a\nb"));
        refusedHeader(header.clone().setContent(""));
        refusedHeader(header.clone().setSizeBytes(-1));
        refusedHeader(header.clone().setSourceVolumeId("../x"));
        refusedHeader(header.clone().putAttributes("a", "b".repeat(5000)));
        assertThat(failure(() -> to.begin(id, 0, header.build())).getCode()).isEqualTo(Code.INVALID_ARGUMENT);
        assertThat(there.received).isEmpty();
    }

    private void refusedHeader(Header.Builder header) {
        assertThat(failure(() -> to.begin(id, 2, header.build())).getCode()).isEqualTo(Code.INVALID_ARGUMENT);
    }

    @Test
    void aSendFromAWrongOffsetIsRefused() {
        SendRequest base = snapshot("base");

        assertThat(failure(() ->
                                from.send(base.toBuilder().setStartingOffset(-1).build()))
                        .getCode())
                .isEqualTo(Code.OUT_OF_RANGE);
        assertThat(failure(() -> from.send(base.toBuilder().setStartingOffset(1).build()))
                        .getCode())
                .isEqualTo(Code.INVALID_ARGUMENT);
        assertThat(failure(() -> from.send(SendRequest.getDefaultInstance())).getCode())
                .isEqualTo(Code.INVALID_ARGUMENT);
        assertThat(failure(() -> from.send(
                                SendRequest.newBuilder().setVolumeId(id).build()))
                        .getDescription())
                .contains("is not fenced");
    }
}
