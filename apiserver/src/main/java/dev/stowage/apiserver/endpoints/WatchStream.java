package dev.stowage.apiserver.endpoints;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.apiserver.errors.ApiException;
import dev.stowage.apiserver.json.Json;
import dev.stowage.apiserver.registry.generic.RequestTarget;
import dev.stowage.apiserver.registry.generic.ResourceWatch;
import dev.stowage.apiserver.registry.generic.WatchEvent;
import dev.stowage.apiserver.storage.SlowWatcherException;
import dev.stowage.apiserver.storage.StoredObject;
import java.io.IOException;
import java.io.OutputStream;

/// Sends events to a watcher: over HTTP one line per event, over a WebSocket one message.
final class WatchStream {
    private static final byte[] OBJECT = ObjectRenderer.ascii("\",\"object\":");
    private static final byte[] END = ObjectRenderer.ascii("}\n");

    private final RequestTarget target;
    private final ResponseFormat responseFormat;
    private final ObjectRenderer objectRenderer;
    private final WatchSink sink;
    private boolean header = true;

    WatchStream(RequestTarget target, ResponseFormat responseFormat, ObjectRenderer objectRenderer, WatchSink sink) {
        this.target = target;
        this.responseFormat = responseFormat;
        this.objectRenderer = objectRenderer;
        this.sink = sink;
    }

    /// Until the watch ends, or the watcher is too slow: it then starts a new watch from its last revision.
    void run(ResourceWatch resourceWatch) throws IOException, InterruptedException {
        sink.flush();
        try {
            while (true) {
                for (WatchEvent event : resourceWatch.next()) {
                    write(event);
                }
                sink.flush();
                if (resourceWatch.isOver()) {
                    return;
                }
            }
        } catch (SlowWatcherException _) {
            sink.flush();
        }
    }

    void fail(ApiException why) throws IOException {
        write(new WatchEvent.Failed(why));
        sink.flush();
    }

    private void write(WatchEvent event) throws IOException {
        switch (event) {
            case WatchEvent.Added added -> frame("ADDED", object(added.storedObject()));
            case WatchEvent.Modified modified -> frame("MODIFIED", object(modified.storedObject()));
            case WatchEvent.Deleted deleted -> frame("DELETED", object(deleted.storedObject()));
            case WatchEvent.Bookmark bookmark -> frame("BOOKMARK", bookmark(bookmark));
            case WatchEvent.Failed failed ->
                frame("ERROR", Json.write(failed.why().status()));
        }
    }

    private byte[] object(StoredObject storedObject) {
        byte[] bytes = objectRenderer.one(storedObject, header);
        header = false;
        return bytes;
    }

    private byte[] bookmark(WatchEvent.Bookmark bookmark) {
        boolean partial = responseFormat.as() == ResponseFormat.As.PARTIAL;
        ObjectNode object = Json.object()
                .put("kind", partial ? "PartialObjectMetadata" : target.kind())
                .put("apiVersion", partial ? "meta.k8s.io/v1" : target.apiVersion());
        ObjectNode metadata = object.putObject("metadata");
        metadata.put("resourceVersion", Long.toString(bookmark.revision()));
        if (bookmark.initial()) {
            metadata.putObject("annotations").put("k8s.io/initial-events-end", "true");
        }
        if (responseFormat.as() != ResponseFormat.As.TABLE) {
            return Json.write(object);
        }
        StoredObject storedObject = new StoredObject(target.key(), bookmark.revision(), Json.write(object), 0);
        return object(storedObject);
    }

    private void frame(String type, byte[] object) throws IOException {
        OutputStream out = sink.out();
        out.write(ObjectRenderer.ascii("{\"type\":\""));
        out.write(ObjectRenderer.ascii(type));
        out.write(OBJECT);
        out.write(object);
        out.write(END);
        sink.endEvent();
    }
}
