package dev.stowage.cli.collect;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/// The end of a log, which usually shows the error.
final class LogTail {
    private static final int MOST = 4 << 20;

    private LogTail() {}

    static String of(Path log) throws IOException {
        try (RandomAccessFile file = new RandomAccessFile(log.toFile(), "r")) {
            long from = Math.max(0, file.length() - MOST);
            file.seek(from);
            byte[] end = new byte[(int) (file.length() - from)];
            file.readFully(end);
            return (from == 0 ? "" : "(the first " + from + " bytes are omitted)\n")
                    + new String(end, StandardCharsets.UTF_8);
        }
    }
}
