package dev.stowage.cel;

import static dev.stowage.cel.CelType.BOOLEAN;
import static dev.stowage.cel.CelType.TEXT;

import java.net.InetAddress;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.List;
import java.util.function.Predicate;

/// Functions that check IP addresses, CIDRs and URLs.
final class IpAddressFunctions {
    /// Of an IPv6 address that ends in an IPv4 address.
    private static final int LONGEST_ADDRESS = 45;

    private IpAddressFunctions() {}

    static void addTo(FunctionLibrary functionLibrary) {
        test(functionLibrary, "isIP", IpAddressFunctions::isIp);
        test(functionLibrary, "isCIDR", IpAddressFunctions::isCidr);
        test(functionLibrary, "isURL", IpAddressFunctions::isUrl);
    }

    private static void test(FunctionLibrary functionLibrary, String name, Predicate<String> test) {
        functionLibrary.plain(name, List.of(TEXT), BOOLEAN, (a, costMeter) -> {
            String text = (String) a.getFirst();
            costMeter.text(text.length());
            return test.test(text);
        });
    }

    private static boolean isIp(String text) {
        try {
            if (text.length() > LONGEST_ADDRESS) {
                return false;
            }
            // Java would also accept "127.1" and zones.
            boolean written = text.contains(":") ? text.indexOf('%') < 0 : text.split("\\.", -1).length == 4;
            return written && InetAddress.ofLiteral(text).getAddress().length > 0;
        } catch (IllegalArgumentException _) {
            return false;
        }
    }

    private static boolean isCidr(String text) {
        int slash = text.indexOf('/');
        String length = text.substring(slash + 1);
        boolean number =
                length.length() <= 3 && !length.isEmpty() && length.chars().allMatch(Character::isDigit);
        if (slash < 0 || !number || !isIp(text.substring(0, slash))) {
            return false;
        }
        return Integer.parseInt(length) <= (text.indexOf(':') >= 0 ? 128 : 32);
    }

    private static boolean isUrl(String text) {
        try {
            return text.startsWith("/") || new URI(text).isAbsolute();
        } catch (URISyntaxException _) {
            return false;
        }
    }
}
