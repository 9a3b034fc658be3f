package dev.stowage.http.client;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;

/// Lines of HTTP, which end with CR and LF.
final class CrlfReader {
    private final InputStream in;
    private final int most;
    private int read;

    /// @param most bytes, over all lines that are read here
    CrlfReader(InputStream in, int most) {
        this.in = in;
        this.most = most;
    }

    String next() throws IOException {
        StringBuilder line = new StringBuilder(80);
        for (int c = in.read(); c != '\n'; c = in.read()) {
            if (c < 0) {
                throw new EOFException("the server hung up");
            }
            if (++read > most) {
                throw new IOException("the server sends more than " + most + " bytes in lines that should be short");
            }
            line.append((char) c);
        }
        int end = line.length();
        return end > 0 && line.charAt(end - 1) == '\r' ? line.substring(0, end - 1) : line.toString();
    }
}
