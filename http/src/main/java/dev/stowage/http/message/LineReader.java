package dev.stowage.http.message;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;

/// Reads the lines of an HTTP message. A line ends with CR LF; a single LF is accepted as well.
public final class LineReader {
    private final InputStream in;
    private final int maxBytes;
    private int read;

    /// @param maxBytes the limit for all lines together
    public LineReader(InputStream in, int maxBytes) {
        this.in = in;
        this.maxBytes = maxBytes;
    }

    /// @throws EOFException when the connection is closed before the end of the line
    /// @throws HeadTooLargeException when the limit is exceeded
    public String next() throws IOException {
        StringBuilder line = new StringBuilder(80);
        for (int c = in.read(); c != '\n'; c = in.read()) {
            if (c < 0) {
                throw new EOFException("connection closed by the other side");
            }
            if (++read > maxBytes) {
                throw new HeadTooLargeException("HTTP header larger than " + maxBytes + " bytes");
            }
            line.append((char) c);
        }
        int end = line.length();
        return end > 0 && line.charAt(end - 1) == '\r' ? line.substring(0, end - 1) : line.toString();
    }
}
