package dev.stowage.apiserver.http;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.apiserver.engine.Target;
import dev.stowage.apiserver.engine.Watch;
import dev.stowage.apiserver.engine.WatchEvent;
import dev.stowage.apiserver.failure.ApiException;
import dev.stowage.apiserver.json.Json;
import dev.stowage.apiserver.store.Entry;
import dev.stowage.apiserver.store.TooSlowException;
import java.io.IOException;
import java.io.OutputStream;

/// Tells a watcher what happens, one line for each event.
final class WatchStream {
    private static final byte[] OBJECT = Renderer.ascii("\",\"object\":");
    private static final byte[] END = Renderer.ascii("}\n");

    private final Target target;
    private final Rendition rendition;
    private final Renderer renderer;
    private final OutputStream out;
    private boolean header = true;

    WatchStream(Target target, Rendition rendition, Renderer renderer, OutputStream out) {
        this.target = target;
        this.rendition = rendition;
        this.renderer = renderer;
        this.out = out;
    }

    /// Until the watch is over, or the watcher does not keep up: it then watches again from where it got to.
    void run(Watch watch) throws IOException, InterruptedException {
        out.flush();
        try {
            while (true) {
                for (WatchEvent event : watch.next()) {
                    write(event);
                }
                out.flush();
                if (watch.isOver()) {
                    return;
                }
            }
        } catch (TooSlowException _) {
            out.flush();
        }
    }

    void fail(ApiException why) throws IOException {
        write(new WatchEvent.Failed(why));
        out.flush();
    }

    private void write(WatchEvent event) throws IOException {
        switch (event) {
            case WatchEvent.Added added -> frame("ADDED", object(added.entry()));
            case WatchEvent.Modified modified -> frame("MODIFIED", object(modified.entry()));
            case WatchEvent.Deleted deleted -> frame("DELETED", object(deleted.entry()));
            case WatchEvent.Bookmark bookmark -> frame("BOOKMARK", bookmark(bookmark));
            case WatchEvent.Failed failed ->
                frame("ERROR", Json.write(failed.why().status()));
        }
    }

    private byte[] object(Entry entry) {
        byte[] bytes = renderer.one(entry, header);
        header = false;
        return bytes;
    }

    private byte[] bookmark(WatchEvent.Bookmark bookmark) {
        boolean partial = rendition.as() == Rendition.As.PARTIAL;
        ObjectNode object = Json.object()
                .put("kind", partial ? "PartialObjectMetadata" : target.kind())
                .put("apiVersion", partial ? "meta.k8s.io/v1" : target.apiVersion());
        ObjectNode metadata = object.putObject("metadata");
        metadata.put("resourceVersion", Long.toString(bookmark.revision()));
        if (bookmark.initial()) {
            metadata.putObject("annotations").put("k8s.io/initial-events-end", "true");
        }
        if (rendition.as() != Rendition.As.TABLE) {
            return Json.write(object);
        }
        Entry entry = new Entry(target.key(), bookmark.revision(), Json.write(object), 0);
        return object(entry);
    }

    private void frame(String type, byte[] object) throws IOException {
        out.write(Renderer.ascii("{\"type\":\""));
        out.write(Renderer.ascii(type));
        out.write(OBJECT);
        out.write(object);
        out.write(END);
    }
}
