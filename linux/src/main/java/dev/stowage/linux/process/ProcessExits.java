package dev.stowage.linux.process;

import dev.stowage.linux.Descriptor;
import dev.stowage.linux.Libc;
import dev.stowage.linux.OpenFlags;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Reports when processes exit, including those that are not our children. One thread waits for all of them in
/// epoll.
public final class ProcessExits implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(ProcessExits.class);
    private static final int ADD = 1;
    private static final int DELETE = 2;
    private static final int READABLE = 1;
    /// `struct epoll_event` is packed on x86-64 only.
    private static final boolean PACKED = !"aarch64".equals(System.getProperty("os.arch"));

    private static final int EVENT_SIZE = PACKED ? 12 : 16;
    private static final int KEY_OFFSET = PACKED ? 4 : 8;
    private static final int MOST_AT_ONCE = 64;
    private static final long WAKE = 0;

    private final Descriptor queue;
    private final Descriptor wakeUp;
    private final AtomicLong lastKey = new AtomicLong(WAKE);
    private final Map<Long, Watched> watched = new ConcurrentHashMap<>();
    private final AtomicBoolean closed = new AtomicBoolean();

    private record Watched(ProcessDescriptor process, Runnable then) {}

    public ProcessExits(String threadName) throws IOException {
        queue = Descriptor.owning(
                Libc.check(Libc.EPOLL_CREATE.invoke(OpenFlags.CLOEXEC), "epoll_create", "exits"), "exits");
        wakeUp = Descriptor.owning(Libc.check(Libc.EVENTFD.invoke(0, OpenFlags.CLOEXEC), "eventfd", "exits"), "exits");
        control(ADD, wakeUp, WAKE);
        Thread.ofPlatform().daemon().name(threadName).start(this::loop);
    }

    /// The descriptor is closed after the exit, or when this is closed. The callback must not block, because all
    /// processes share its thread.
    public void watch(ProcessDescriptor process, Runnable then) throws IOException {
        long key = lastKey.incrementAndGet();
        watched.put(key, new Watched(process, then));
        control(ADD, process.descriptor(), key);
    }

    private void control(int operation, Descriptor of, long key) throws IOException {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment event = arena.allocate(16, 8);
            event.set(ValueLayout.JAVA_INT, 0, READABLE);
            event.set(ValueLayout.JAVA_LONG_UNALIGNED, KEY_OFFSET, key);
            long result = queue.use(number -> Libc.EPOLL_CTL.invoke(number, operation, of.number(), event.address()));
            Libc.check(result, "epoll_ctl", of);
        }
    }

    private void loop() {
        try (Arena arena = Arena.ofConfined();
                queue) {
            MemorySegment events = arena.allocate((long) EVENT_SIZE * MOST_AT_ONCE, 8);
            // Runs until it is woken, not until `closed` is set: close() still needs the descriptors that are
            // released below to wake it.
            boolean woken = false;
            while (!woken) {
                long count = Libc.EPOLL_WAIT.invoke(queue.number(), events.address(), MOST_AT_ONCE, -1);
                for (int i = 0; i < count; i++) {
                    long key = events.get(ValueLayout.JAVA_LONG_UNALIGNED, (long) i * EVENT_SIZE + KEY_OFFSET);
                    woken |= key == WAKE;
                    if (!closed.get()) {
                        ended(key);
                    }
                }
            }
        }
        watched.values().forEach(each -> each.process().close());
        wakeUp.close();
    }

    private void ended(long key) {
        Watched gone = watched.remove(key);
        if (gone == null) {
            return;
        }
        try {
            control(DELETE, gone.process().descriptor(), key);
            gone.then().run();
        } catch (IOException | RuntimeException e) {
            log.warn("Cannot handle the exit of {}.", gone.process().descriptor(), e);
        } finally {
            gone.process().close();
        }
    }

    /// No exit is reported after this.
    @Override
    public void close() {
        if (!closed.compareAndSet(false, true)) {
            return;
        }
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment one = arena.allocate(8, 8);
            one.set(ValueLayout.JAVA_LONG, 0, 1);
            // The result does not matter: if the counter is full, the loop is woken anyway.
            long ignored = Libc.WRITE.invoke(wakeUp.number(), one.address(), 8);
        }
    }
}
