package dev.stowage.cli.csi;

import java.util.regex.Pattern;

/// Untrusted text, made safe for a terminal: one line, no control characters.
final class PrintableText {

    private static final Pattern CONTROL = Pattern.compile("[\\p{Cntrl}\\u0080-\\u009f\\u2028\\u2029]+");

    private PrintableText() {}

    static String clean(String text) {
        return CONTROL.matcher(text).replaceAll(" ");
    }
}
