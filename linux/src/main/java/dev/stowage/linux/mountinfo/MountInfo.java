package dev.stowage.linux.mountinfo;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// Reads the format of `/proc/self/mountinfo`, see proc(5).
public final class MountInfo {
    private static final int FIELDS_BEFORE_OPTIONAL = 6;

    private MountInfo() {}

    public static List<MountPoint> parse(byte[] text) throws MalformedMountInfoException {
        // One character per byte: octal escapes and bytes that are not UTF-8 are decoded later.
        return parse(new String(text, StandardCharsets.ISO_8859_1));
    }

    /// The text must hold one character for each byte of the table (ISO 8859-1), as names need not be valid UTF-8.
    static List<MountPoint> parse(String text) throws MalformedMountInfoException {
        List<MountPoint> mounts = new ArrayList<>();
        int number = 0;
        for (String line : text.split("\n", -1)) {
            number++;
            if (!line.isEmpty()) {
                mounts.add(line(number, line));
            }
        }
        return List.copyOf(mounts);
    }

    private static MountPoint line(int number, String line) throws MalformedMountInfoException {
        // Single spaces: an empty source is an empty field.
        List<String> fields = List.of(line.split(" ", -1));
        int separator = fields.indexOf("-");
        if (separator < FIELDS_BEFORE_OPTIONAL) {
            throw new MalformedMountInfoException(number, "expected six fields or more before \" - \"", line);
        }
        if (fields.size() < separator + 4) {
            throw new MalformedMountInfoException(number, "expected type, source and options after \" - \"", line);
        }
        try {
            String[] device = fields.get(2).split(":", 2);
            if (device.length != 2) {
                throw new MalformedMountInfoException(number, "expected major:minor as third field", line);
            }
            return new MountPoint(
                    number(fields.get(0)),
                    number(fields.get(1)),
                    number(device[0]),
                    number(device[1]),
                    unescape(fields.get(3)),
                    path(unescape(fields.get(4))),
                    options(fields.get(5)),
                    fields.subList(FIELDS_BEFORE_OPTIONAL, separator),
                    unescape(fields.get(separator + 1)),
                    unescape(fields.get(separator + 2)),
                    options(String.join(" ", fields.subList(separator + 3, fields.size()))));
        } catch (NumberFormatException e) {
            MalformedMountInfoException malformed = new MalformedMountInfoException(number, "expected a number", line);
            malformed.initCause(e);
            throw malformed;
        }
    }

    /// @throws NumberFormatException also for a number below zero, which the kernel does not write
    private static int number(String digits) {
        int number = Integer.parseInt(digits);
        if (number < 0) {
            throw new NumberFormatException(digits);
        }
        return number;
    }

    private static List<String> options(String field) {
        return List.of(field.split(",")).stream().map(MountInfo::unescape).toList();
    }

    private static Path path(String name) {
        try {
            return Path.of(name);
        } catch (InvalidPathException e) {
            // A JVM in the C locale cannot represent this path, so no caller can request it. It must not prevent
            // reading the rest of the table.
            return Path.of(name.replaceAll("[^\\x20-\\x7e]", "?"));
        }
    }

    /// The kernel writes space, tab, newline, backslash and `#` as `\ooo`.
    private static String unescape(String field) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(field.length());
        for (int i = 0; i < field.length(); i++) {
            if (isEscape(field, i)) {
                bytes.write(Integer.parseInt(field.substring(i + 1, i + 4), 8));
                i += 3;
            } else {
                bytes.write(field.charAt(i));
            }
        }
        return bytes.toString(StandardCharsets.UTF_8);
    }

    private static boolean isEscape(String field, int at) {
        return field.charAt(at) == '\\'
                && at + 3 < field.length()
                && field.charAt(at + 1) >= '0'
                && field.charAt(at + 1) <= '3'
                && isOctal(field.charAt(at + 2))
                && isOctal(field.charAt(at + 3));
    }

    private static boolean isOctal(char c) {
        return c >= '0' && c <= '7';
    }
}
