package dev.stowage.cli.csi;

import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Message;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import java.util.HashSet;
import java.util.Set;

/// A list that the driver gives in pages, put together again.
final class ListPager {

    private final RpcClient rpcClient;

    ListPager(RpcClient rpcClient) {
        this.rpcClient = rpcClient;
    }

    static String nextToken(Message page) {
        return page.getField(FieldPath.field(page.getDescriptorForType(), "next_token"))
                .toString();
    }

    /// Follows the tokens to the end. If a token becomes invalid (ABORTED), the list is restarted once.
    Message all(Message first) throws RpcException {
        try {
            return walk(first);
        } catch (StatusRuntimeException e) {
            if (e.getStatus().getCode() == Status.Code.ABORTED) {
                return walk(first);
            }
            throw e;
        }
    }

    private Message walk(Message first) throws RpcException {
        Message page = rpcClient.unary(first);
        Message.Builder whole = page.toBuilder();
        FieldDescriptor entries = FieldPath.field(page.getDescriptorForType(), "entries");
        FieldDescriptor token = FieldPath.field(first.getDescriptorForType(), "starting_token");
        Set<String> seen = new HashSet<>();
        for (String next = nextToken(page); !next.isEmpty(); next = nextToken(page)) {
            if (!seen.add(next)) {
                throw new RpcException("The driver returned the same next_token twice, so the list has no end. "
                        + "Report this to its developers; without --all the first page is shown.");
            }
            page = rpcClient.unary(first.toBuilder().setField(token, next).build());
            for (int i = 0; i < page.getRepeatedFieldCount(entries); i++) {
                whole.addRepeatedField(entries, page.getRepeatedField(entries, i));
            }
        }
        return whole.clearField(FieldPath.field(page.getDescriptorForType(), "next_token"))
                .build();
    }
}
