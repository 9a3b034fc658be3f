package dev.stowage.csi;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.stream.Collectors;

/// Everything that is logged while it is open.
final class CapturedLog extends Handler implements AutoCloseable {

    private final Logger root = Logger.getLogger("");
    private final Logger ours = Logger.getLogger("dev.stowage.csi");
    private final Level before;
    private final Level rootBefore;
    private final List<LogRecord> records = new CopyOnWriteArrayList<>();

    CapturedLog(Level level) {
        before = ours.getLevel() == null ? Level.INFO : ours.getLevel();
        ours.setLevel(level);
        rootBefore = root.getLevel();
        if (level.equals(Level.ALL)) {
            root.setLevel(Level.ALL);
        }
        setLevel(Level.ALL);
        root.addHandler(this);
    }

    @Override
    public void publish(LogRecord record) {
        records.add(record);
    }

    List<LogRecord> calls() {
        return records.stream()
                .filter(record -> RpcLog.class.getName().equals(record.getLoggerName()))
                .toList();
    }

    String text() {
        return records.stream()
                .map(record -> record.getMessage() + " " + record.getThrown())
                .collect(Collectors.joining("\n"));
    }

    @Override
    public void flush() {}

    @Override
    public void close() {
        root.removeHandler(this);
        ours.setLevel(before);
        root.setLevel(rootBefore);
    }
}
