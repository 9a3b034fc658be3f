package dev.stowage.explain.cause;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Error messages of drivers, shortened for a sentence.
public final class DriverMessages {
    private static final int LONGEST = 240;
    private static final Pattern CALL = Pattern.compile("rpc error: code = (\\w+) desc = (.*)", Pattern.DOTALL);
    private static final Pattern UNPRINTABLE = Pattern.compile("[\\p{Cntrl}\\s]+");

    private DriverMessages() {}

    /// The name of the status of a failed call, such as `ResourceExhausted`; empty when there is none.
    public static String code(String text) {
        Matcher call = CALL.matcher(text);
        return call.find() ? call.group(1) : "";
    }

    /// The driver's own message, in one line of bounded length.
    public static String plain(String text) {
        Matcher call = CALL.matcher(text);
        String own = call.find() ? call.group(2) : text;
        String words = unquoted(UNPRINTABLE.matcher(own).replaceAll(" ").strip());
        return words.length() <= LONGEST ? words : words.substring(0, LONGEST) + "…";
    }

    /// A quoted message keeps its closing quotation mark when it is extracted.
    private static String unquoted(String words) {
        boolean open = words.endsWith("\"")
                && words.chars().filter(each -> each == '"').count() % 2 == 1;
        return open ? words.substring(0, words.length() - 1) : words;
    }
}
