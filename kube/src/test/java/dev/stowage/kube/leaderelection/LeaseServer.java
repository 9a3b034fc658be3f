package dev.stowage.kube.leaderelection;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.k8s.json.Json;
import dev.stowage.kube.client.ApiFailure;
import dev.stowage.kube.client.ApiTransport;
import dev.stowage.kube.model.Lease;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;

/// A server that has one lease, and stops answering when a test says so.
final class LeaseServer implements ApiTransport {
    private final List<ApiRequest> requests = new CopyOnWriteArrayList<>();
    private final CountDownLatch closed = new CountDownLatch(1);
    private final CountDownLatch never = new CountDownLatch(1);
    private volatile boolean silent;
    private volatile boolean swallowsOneAnswer;
    private @Nullable ObjectNode lease;
    private int version;

    List<ApiRequest> requests() {
        return List.copyOf(requests);
    }

    /// From now on no request returns, not even when its thread is interrupted, as while a name is resolved.
    void fallSilent() {
        silent = true;
    }

    /// The next write is carried out, and its answer does not arrive.
    void swallowNextAnswer() {
        swallowsOneAnswer = true;
    }

    /// The holder of the lease; empty when there is none.
    synchronized String holder() {
        return lease == null ? "" : Lease.read(lease).holder();
    }

    /// Another process writes the lease.
    synchronized void giveTo(String other) {
        ObjectNode changed = lease == null ? Json.object() : lease.deepCopy();
        changed.withObject("/spec").put("holderIdentity", other);
        store(changed);
    }

    @Override
    public InputStream open(ApiRequest request) throws ApiFailure, InterruptedException {
        requests.add(request);
        if (silent) {
            hang();
        }
        ObjectNode answer = answer(request);
        if (!request.method().equals("GET") && swallowsOneAnswer) {
            swallowsOneAnswer = false;
            never.await();
        }
        return new ByteArrayInputStream(Json.write(answer));
    }

    private void hang() {
        while (closed.getCount() > 0) {
            try {
                closed.await();
            } catch (InterruptedException e) {
                // It hangs in something that cannot be interrupted.
            }
        }
    }

    private synchronized ObjectNode answer(ApiRequest request) throws ApiFailure {
        ObjectNode current = lease;
        if (request.method().equals("GET")) {
            if (current == null) {
                throw new ApiFailure(404, "NotFound", "no lease", null);
            }
            return current.deepCopy();
        }
        if (!(request.body() instanceof ObjectNode body)) {
            throw new ApiFailure(400, "BadRequest", "no body", null);
        }
        String based = body.path("metadata").path("resourceVersion").asText("");
        if (!based.equals(current == null ? "" : Integer.toString(version))) {
            throw new ApiFailure(409, "Conflict", "changed", null);
        }
        return store(body.deepCopy());
    }

    private ObjectNode store(ObjectNode changed) {
        changed.withObject("/metadata").put("resourceVersion", Integer.toString(++version));
        lease = changed;
        return changed.deepCopy();
    }

    @Override
    public void close() {
        closed.countDown();
    }
}
