package dev.stowage.apiserver.cel;

import static dev.stowage.apiserver.cel.Shape.BOOLEAN;
import static dev.stowage.apiserver.cel.Shape.TEXT;

import java.net.InetAddress;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.List;
import java.util.function.Predicate;

/// Whether texts are addresses.
final class AddressFunctions {
    private AddressFunctions() {}

    static void addTo(Library library) {
        test(library, "isIP", AddressFunctions::isIp);
        test(library, "isCIDR", AddressFunctions::isCidr);
        test(library, "isURL", AddressFunctions::isUrl);
    }

    private static void test(Library library, String name, Predicate<String> test) {
        library.plain(name, List.of(TEXT), BOOLEAN, (a, meter) -> {
            String text = (String) a.getFirst();
            meter.text(text.length());
            return test.test(text);
        });
    }

    private static boolean isIp(String text) {
        try {
            // Java would also read "127.1", and zones.
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
