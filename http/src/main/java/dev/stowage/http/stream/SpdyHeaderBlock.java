package dev.stowage.http.stream;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.zip.DataFormatException;
import java.util.zip.Deflater;
import java.util.zip.Inflater;

/// The header blocks of SPDY/3: lengths and texts, compressed in one stream per connection, with a dictionary that
/// both sides know.
final class SpdyHeaderBlock implements AutoCloseable {
    private static final int MAX_BYTES = 64 << 10;
    private static final String NAMES = "options head post put delete trace accept accept-charset accept-encoding"
            + " accept-language accept-ranges age allow authorization cache-control connection content-base"
            + " content-encoding content-language content-length content-location content-md5 content-range content-type"
            + " date etag expect expires from host if-match if-modified-since if-none-match if-range"
            + " if-unmodified-since last-modified location max-forwards pragma proxy-authenticate proxy-authorization"
            + " range referer retry-after server te trailer transfer-encoding upgrade user-agent vary via warning"
            + " www-authenticate method get status 200_OK version HTTP/1.1 url public set-cookie keep-alive origin";
    private static final String REST =
            "100101201202205206300302303304305306307402405406407408409410411412413414415416417"
                    + "502504505203 Non-Authoritative Information204 No Content301 Moved Permanently400 Bad Request401 Unauthorized"
                    + "403 Forbidden404 Not Found500 Internal Server Error501 Not Implemented503 Service Unavailable"
                    + "Jan Feb Mar Apr May Jun Jul Aug Sept Oct Nov Dec 00:00:00 Mon, Tue, Wed, Thu, Fri, Sat, Sun, GMT"
                    + "chunked,text/html,image/png,image/jpg,image/gif,application/xml,application/xhtml+xml,text/plain,"
                    + "text/javascript,publicprivatemax-age=gzip,deflate,sdchcharset=utf-8charset=iso-8859-1,utf-,*,enq=0.";

    private final Inflater in = new Inflater();
    private final Deflater out = new Deflater();

    SpdyHeaderBlock() {
        out.setDictionary(dictionary());
    }

    static byte[] dictionary() {
        var words = new ByteArrayOutputStream();
        for (String name : NAMES.split(" ", -1)) {
            byte[] word = name.replace('_', ' ').getBytes(StandardCharsets.US_ASCII);
            words.writeBytes(ByteBuffer.allocate(4).putInt(word.length).array());
            words.writeBytes(word);
        }
        words.writeBytes(REST.getBytes(StandardCharsets.US_ASCII));
        return words.toByteArray();
    }

    Map<String, String> read(byte[] block) throws IOException {
        in.setInput(block);
        var plain = new ByteArrayOutputStream();
        byte[] buffer = new byte[4096];
        try {
            while (plain.size() <= MAX_BYTES) {
                int count = in.inflate(buffer);
                plain.write(buffer, 0, count);
                if (in.needsDictionary()) {
                    in.setDictionary(dictionary());
                } else if (count == 0) {
                    return parse(plain.toByteArray());
                }
            }
        } catch (DataFormatException | IllegalArgumentException e) {
            throw new IOException("cannot decompress the headers of a SPDY stream", e);
        }
        throw new IOException("the headers of a SPDY stream are larger than " + MAX_BYTES + " bytes");
    }

    private static Map<String, String> parse(byte[] plain) throws IOException {
        Map<String, String> headers = new HashMap<>();
        try (var data = new DataInputStream(new ByteArrayInputStream(plain))) {
            for (int left = data.readInt(); left > 0; left--) {
                String name = text(data).toLowerCase(Locale.ROOT);
                headers.put(name, text(data));
            }
        }
        return headers;
    }

    private static String text(DataInputStream data) throws IOException {
        int length = data.readInt();
        if (length < 0 || length > MAX_BYTES) {
            throw new IOException("a header of a SPDY stream is too long");
        }
        return new String(data.readNBytes(length), StandardCharsets.UTF_8);
    }

    /// No headers at all.
    byte[] none() {
        out.setInput(new byte[4]);
        byte[] buffer = new byte[256];
        int count = out.deflate(buffer, 0, buffer.length, Deflater.SYNC_FLUSH);
        return Arrays.copyOf(buffer, count);
    }

    @Override
    public void close() {
        in.end();
        out.end();
    }
}
