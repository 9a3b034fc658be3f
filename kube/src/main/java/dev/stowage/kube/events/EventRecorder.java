package dev.stowage.kube.events;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.k8s.json.Json;
import dev.stowage.kube.client.ApiFailure;
import dev.stowage.kube.client.KubeClient;
import dev.stowage.kube.client.Patch;
import dev.stowage.kube.model.Kinds;
import dev.stowage.kube.model.ObjectReference;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Writes events on objects. The caller never waits: events have their own queues and request limit, and when
/// both are full, new events are dropped.
///
/// The events of one object are written in order, because earlier events decide whether an event is new or a
/// repetition.
public final class EventRecorder implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(EventRecorder.class);
    private static final int MOST_WAITING = 10_000;
    private static final int WRITERS = 4;
    private static final int LONGEST_MESSAGE = 1024;
    private static final Duration CLOSE_GRACE = Duration.ofSeconds(2);

    /// The type of an event.
    public enum Type {
        NORMAL("Normal"),
        WARNING("Warning");

        private final String text;

        Type(String text) {
            this.text = text;
        }
    }

    private record PendingEvent(ObjectReference about, Type type, String reason, String message, Instant time) {}

    /// Marks the end of a queue.
    private static final PendingEvent END =
            new PendingEvent(new ObjectReference("", "", "", "", "", ""), Type.NORMAL, "", "", Instant.EPOCH);

    private final KubeClient api;
    private final String component;
    private final String host;
    private final InstantSource clock;
    private final Duration grace;
    private final EventCorrelator eventCorrelator = new EventCorrelator();
    /// One for each writer.
    private final List<BlockingQueue<PendingEvent>> waiting = new ArrayList<>();
    private final List<Thread> writers = new ArrayList<>();

    /// @param api with a request limit for events
    /// @param component the reporting component, for example `hostpath.csi.k8s.io_node-1_…`
    public EventRecorder(KubeClient api, String component, String host, InstantSource clock) {
        this(api, component, host, clock, CLOSE_GRACE);
    }

    /// @param grace how long queued events may take at shutdown
    public EventRecorder(KubeClient api, String component, String host, InstantSource clock, Duration grace) {
        this.api = api;
        this.component = component;
        this.host = host;
        this.clock = clock;
        this.grace = grace;
        for (int i = 0; i < WRITERS; i++) {
            BlockingQueue<PendingEvent> own = new ArrayBlockingQueue<>(MOST_WAITING / WRITERS);
            waiting.add(own);
            writers.add(Thread.ofVirtual().name("events").start(() -> write(own)));
        }
    }

    public void normal(ObjectReference about, String reason, String message) {
        record(about, Type.NORMAL, reason, message);
    }

    public void warning(ObjectReference about, String reason, String message) {
        record(about, Type.WARNING, reason, message);
    }

    public void record(ObjectReference about, Type type, String reason, String message) {
        String fits = message.length() <= LONGEST_MESSAGE ? message : message.substring(0, LONGEST_MESSAGE);
        BlockingQueue<PendingEvent> own = waiting.get(Math.floorMod(about.key().hashCode(), WRITERS));
        if (!own.offer(new PendingEvent(about, type, reason, fits, clock.instant()))) {
            log.debug("Too many events; dropped {} on {} {}.", reason, about.kind(), about.key());
        }
    }

    private void write(BlockingQueue<PendingEvent> own) {
        try {
            for (PendingEvent pendingEvent = own.take(); !pendingEvent.equals(END); pendingEvent = own.take()) {
                write(pendingEvent);
            }
        } catch (InterruptedException e) {
            log.debug("The event writer stops.");
        }
    }

    private void write(PendingEvent pendingEvent) throws InterruptedException {
        var decision = eventCorrelator.decide(
                new EventCorrelator.EventSubject(pendingEvent.about(), pendingEvent.type().text, pendingEvent.reason()),
                pendingEvent.message(),
                pendingEvent.time());
        try {
            switch (decision) {
                case EventCorrelator.Drop() ->
                    log.debug(
                            "Dropped by the rate limit: event {} on {}.",
                            pendingEvent.reason(),
                            pendingEvent.about().key());
                case EventCorrelator.First first ->
                    eventCorrelator.recordWritten(first, create(pendingEvent, first.message()));
                case EventCorrelator.Repeat repeat -> repeat(pendingEvent, repeat);
            }
        } catch (ApiFailure e) {
            log.debug(
                    "Event {} on {} was not written: {}",
                    pendingEvent.reason(),
                    pendingEvent.about().key(),
                    e.getMessage());
        } catch (RuntimeException e) {
            // Without its writer, a quarter of all events would be lost from now on.
            log.warn(
                    "Cannot write event {} on {}.",
                    pendingEvent.reason(),
                    pendingEvent.about().key(),
                    e);
        }
    }

    private String create(PendingEvent pendingEvent, String message) throws ApiFailure, InterruptedException {
        // Events on cluster-scoped objects are in the default namespace.
        String namespace = pendingEvent.about().namespace().isEmpty()
                ? "default"
                : pendingEvent.about().namespace();
        long unique = pendingEvent.time().getEpochSecond() * 1_000_000_000L + System.nanoTime() % 1_000_000_000L;
        String name = pendingEvent.about().name() + "." + Long.toHexString(unique);
        String time = pendingEvent.time().truncatedTo(ChronoUnit.SECONDS).toString();
        ObjectNode event = Json.object();
        event.putObject("metadata").put("name", name).put("namespace", namespace);
        pendingEvent.about().writeTo(event.putObject("involvedObject"));
        event.put("reason", pendingEvent.reason()).put("message", message).put("type", pendingEvent.type().text);
        event.put("firstTimestamp", time).put("lastTimestamp", time).put("count", 1);
        event.putObject("source").put("component", component).put("host", host);
        event.put("reportingComponent", component).put("reportingInstance", host);
        api.create(Kinds.EVENTS, namespace, event);
        return name;
    }

    private void repeat(PendingEvent pendingEvent, EventCorrelator.Repeat repeat)
            throws ApiFailure, InterruptedException {
        String namespace = pendingEvent.about().namespace().isEmpty()
                ? "default"
                : pendingEvent.about().namespace();
        ObjectNode change = Json.object()
                .put("count", repeat.count())
                .put("message", repeat.message())
                .put(
                        "lastTimestamp",
                        pendingEvent.time().truncatedTo(ChronoUnit.SECONDS).toString());
        try {
            api.patch(Kinds.EVENTS, namespace, repeat.eventName(), Patch.strategic(change));
        } catch (ApiFailure e) {
            if (!e.isNotFound()) {
                throw e;
            }
            // Servers delete events after an hour.
            eventCorrelator.recordWritten(repeat.again(), create(pendingEvent, repeat.message()));
        }
    }

    /// Waits a moment for queued events.
    @Override
    public void close() {
        for (BlockingQueue<PendingEvent> own : waiting) {
            own.offer(END);
        }
        long end = System.nanoTime() + grace.toNanos();
        try {
            for (Thread writer : writers) {
                writer.join(Duration.ofNanos(Math.max(1, end - System.nanoTime())));
                writer.interrupt();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
