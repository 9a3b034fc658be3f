package dev.stowage.apiserver.apiextensions.schema;

import com.fasterxml.jackson.databind.JsonNode;
import dev.stowage.apiserver.json.JsonTree;
import dev.stowage.cel.regex.GoRegex;
import dev.stowage.cel.regex.InvalidRegexException;
import dev.stowage.k8s.validation.NameValidation;
import java.net.Inet4Address;
import java.net.Inet6Address;
import java.net.URI;
import java.net.URISyntaxException;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Predicate;

/// Validates strings by their `format`. Dashes in format names are ignored; an unknown format accepts any value.
final class StringFormats {
    private static final GoRegex TIME =
            regex("^([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](.[0-9]+)?(z|[+-][0-9]{2}:[0-9]{2})$");
    private static final GoRegex DURATION = regex("^[+-]?(0|(([0-9]+(\\.[0-9]*)?|\\.[0-9]+)(ns|us|µs|μs|ms|s|m|h))+)$");
    private static final GoRegex LONG_DURATION =
            regex("([0-9]+)\\s*(?i)(w|d|h|m|s|ms|us|ns|week|day|hour|hr|min|sec|milli|micro|nano)");
    private static final String HOST_LETTER = "[a-zA-Z0-9\\p{S}\\p{L}]";
    private static final String BYTE = "([01]?[0-9]?[0-9]|2[0-4][0-9]|25[0-5])";

    private static final Map<String, Predicate<String>> TESTS = Map.ofEntries(
            Map.entry("bsonobjectid", matching("^[0-9a-fA-F]{24}$")),
            Map.entry("uri", StringFormats::isRequestUri),
            Map.entry("email", matching("^([^<>]*<)?[^\\s@<>]+@[^\\s@<>]+>?$")),
            Map.entry("hostname", StringFormats::isHostname),
            Map.entry("ipv4", StringFormats::isIpv4),
            Map.entry("ipv6", StringFormats::isIpv6),
            Map.entry("cidr", StringFormats::isCidr),
            Map.entry("mac", matching("^([0-9a-fA-F]{2}[:-]){5}([0-9a-fA-F]{2}[:-]?){1,}[0-9a-fA-F]*$")),
            Map.entry("uuid", uuid("[0-9a-f]", "[0-9a-f]")),
            Map.entry("uuid3", uuid("3", "[0-9a-f]")),
            Map.entry("uuid4", uuid("4", "[89ab]")),
            Map.entry("uuid5", uuid("5", "[89ab]")),
            Map.entry("isbn", text -> isIsbn10(text) || isIsbn13(text)),
            Map.entry("isbn10", StringFormats::isIsbn10),
            Map.entry("isbn13", StringFormats::isIsbn13),
            Map.entry("creditcard", matching("^[0-9 -]{13,25}$")),
            Map.entry("ssn", matching("^\\d{3}[- ]?\\d{2}[- ]?\\d{4}$")),
            Map.entry("hexcolor", matching("^#?([0-9a-fA-F]{3}|[0-9a-fA-F]{6})$")),
            Map.entry(
                    "rgbcolor", matching("^rgb\\(\\s*" + BYTE + "\\s*,\\s*" + BYTE + "\\s*,\\s*" + BYTE + "\\s*\\)$")),
            Map.entry("byte", matching("^([A-Za-z0-9+/]{4})*([A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=|[A-Za-z0-9+/]{4})$")),
            Map.entry("password", _ -> true),
            Map.entry("date", StringFormats::isDate),
            Map.entry("datetime", StringFormats::isDateTime),
            Map.entry("duration", text -> DURATION.find(text) || LONG_DURATION.find(text)),
            Map.entry("k8sshortname", text -> NameValidation.dnsLabel(text).isEmpty()),
            Map.entry("k8slongname", text -> NameValidation.dnsSubdomain(text).isEmpty()));

    private StringFormats() {}

    /// The format of a schema; empty if it has none, or one that does not apply to its type.
    static String known(JsonNode schema) {
        String format = JsonTree.text(schema, "format");
        boolean known =
                switch (JsonTree.flag(schema, "x-kubernetes-int-or-string") ? "" : JsonTree.text(schema, "type")) {
                    case "", "string" -> TESTS.containsKey(plain(format));
                    case "integer" -> List.of("int32", "int64").contains(format);
                    case "number" -> List.of("float", "double").contains(format);
                    default -> false;
                };
        return known ? format : "";
    }

    static boolean matches(String format, String text) {
        Predicate<String> test = TESTS.get(plain(format));
        return test == null || test.test(text);
    }

    private static String plain(String format) {
        return format.replace("-", "");
    }

    private static GoRegex regex(String pattern) {
        try {
            return GoRegex.compile(pattern);
        } catch (InvalidRegexException e) {
            throw new IllegalStateException(e);
        }
    }

    private static Predicate<String> matching(String pattern) {
        return regex(pattern)::find;
    }

    private static Predicate<String> uuid(String version, String variant) {
        return matching(
                "(?i)^[0-9a-f]{8}-?[0-9a-f]{4}-?" + version + "[0-9a-f]{3}-?" + variant + "[0-9a-f]{3}-?[0-9a-f]{12}$");
    }

    private static boolean isRequestUri(String text) {
        try {
            return text.startsWith("/") || new URI(text).isAbsolute();
        } catch (URISyntaxException _) {
            return false;
        }
    }

    private static boolean isHostname(String text) {
        String[] labels = text.split("\\.", -1);
        for (String label : labels) {
            if (label.length() > 63 || !Hosts.LABEL.find(label)) {
                return false;
            }
        }
        return text.length() <= 255 && (labels.length == 1 || Hosts.TOP.find(labels[labels.length - 1]));
    }

    /// Created on first use: the classes are large.
    private static final class Hosts {
        private static final GoRegex LABEL =
                regex("^" + HOST_LETTER + "([-a-zA-Z0-9\\p{S}\\p{L}]*" + HOST_LETTER + ")?$");
        private static final GoRegex TOP = regex("^[a-zA-Z\\p{L}]{2,63}$");
    }

    private static boolean isIpv4(String text) {
        try {
            // Java would also read "127.1".
            return text.split("\\.", -1).length == 4
                    && Inet4Address.ofLiteral(text).getAddress().length == 4;
        } catch (IllegalArgumentException _) {
            return false;
        }
    }

    private static boolean isIpv6(String text) {
        try {
            return text.contains(":") && Inet6Address.ofLiteral(text).getAddress().length > 0;
        } catch (IllegalArgumentException _) {
            return false;
        }
    }

    private static boolean isCidr(String text) {
        int slash = text.indexOf('/');
        if (slash < 0 || text.length() - slash > 4) {
            return false;
        }
        String length = text.substring(slash + 1);
        String address = text.substring(0, slash);
        if (length.isEmpty() || !length.chars().allMatch(Character::isDigit)) {
            return false;
        }
        int most = isIpv4(address) ? 32 : isIpv6(address) ? 128 : -1;
        return Integer.parseInt(length) <= most;
    }

    private static boolean isDate(String text) {
        try {
            return text.length() == 10 && LocalDate.parse(text).getYear() >= 0;
        } catch (DateTimeException _) {
            return false;
        }
    }

    private static boolean isDateTime(String text) {
        String[] parts = text.toLowerCase(Locale.ROOT).split("t", -1);
        return parts.length >= 2 && isDate(parts[0]) && TIME.find(parts[1]);
    }

    private static boolean isIsbn10(String text) {
        String digits = text.replaceAll("[ -]", "");
        if (!digits.matches("[0-9]{9}[0-9X]")) {
            return false;
        }
        int sum = 0;
        for (int i = 0; i < 10; i++) {
            sum += (10 - i) * (digits.charAt(i) == 'X' ? 10 : digits.charAt(i) - '0');
        }
        return sum % 11 == 0;
    }

    private static boolean isIsbn13(String text) {
        String digits = text.replaceAll("[ -]", "");
        if (!digits.matches("[0-9]{13}")) {
            return false;
        }
        int sum = 0;
        for (int i = 0; i < 13; i++) {
            sum += (i % 2 == 0 ? 1 : 3) * (digits.charAt(i) - '0');
        }
        return sum % 10 == 0;
    }
}
