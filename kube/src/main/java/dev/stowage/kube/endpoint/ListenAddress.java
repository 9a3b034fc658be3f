package dev.stowage.kube.endpoint;

import java.net.InetSocketAddress;

/// A listen address in Go's format: `:8080` is that port on every address of the machine.
public record ListenAddress(String host, int port) {

    /// @throws IllegalArgumentException with a message for the user
    public static ListenAddress parse(String text) {
        int colon = text.lastIndexOf(':');
        String host = text.substring(0, Math.max(colon, 0));
        boolean bracketed = host.startsWith("[") && host.endsWith("]");
        if (colon < 0 || (host.contains(":") && !bracketed)) {
            throw new IllegalArgumentException(wrong(text));
        }
        try {
            int port = Integer.parseInt(text, colon + 1, text.length(), 10);
            if (port < 0 || port > 65_535) {
                throw new IllegalArgumentException(wrong(text));
            }
            return new ListenAddress(bracketed ? host.substring(1, host.length() - 1) : host, port);
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException(wrong(text), e);
        }
    }

    private static String wrong(String text) {
        return "\"" + text + "\" is not a listen address (use HOST:PORT, [IPV6]:PORT or :PORT)";
    }

    InetSocketAddress socket() {
        return host.isEmpty() ? new InetSocketAddress(port) : new InetSocketAddress(host, port);
    }

    @Override
    public String toString() {
        return (host.contains(":") ? "[" + host + "]" : host) + ":" + port;
    }
}
