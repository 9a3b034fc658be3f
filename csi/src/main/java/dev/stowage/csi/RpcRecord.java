package dev.stowage.csi;

import com.google.protobuf.Message;
import io.grpc.Status;
import java.time.Duration;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// One completed call.
///
/// @param method `/service/method`, as gRPC sends it
/// @param response the last one, when the call streams
/// @param migrated the value of [RpcOptionKeys#MIGRATED]; null when it is not set
record RpcRecord(
        String method,
        Duration took,
        Status status,
        @Nullable Message request,
        @Nullable Message response,
        @Nullable Boolean migrated) {

    /// A call in progress. Its events arrive one after another; the end may come from another thread, and only
    /// the first end counts.
    static final class Open {

        private final String method;
        private final @Nullable Boolean migrated;
        private final Consumer<RpcRecord> whenOver;
        private final long started = System.nanoTime();
        private volatile @Nullable Message request;
        private volatile @Nullable Message response;
        private boolean over;

        Open(String fullMethodName, Consumer<RpcRecord> whenOver) {
            this(fullMethodName, null, whenOver);
        }

        Open(String fullMethodName, @Nullable Boolean migrated, Consumer<RpcRecord> whenOver) {
            this.method = "/" + fullMethodName;
            this.migrated = migrated;
            this.whenOver = whenOver;
        }

        void sawRequest(Object message) {
            request = message instanceof Message known ? known : null;
        }

        void sawResponse(Object message) {
            response = message instanceof Message known ? known : null;
        }

        void ended(Status status) {
            synchronized (this) {
                if (over) {
                    return;
                }
                over = true;
            }
            var took = Duration.ofNanos(System.nanoTime() - started);
            whenOver.accept(new RpcRecord(method, took, status, request, response, migrated));
        }
    }
}
