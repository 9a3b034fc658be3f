package dev.stowage.apiserver.proxy;

import dev.stowage.apiserver.errors.ApiException;
import dev.stowage.apiserver.errors.StatusReason;
import java.io.BufferedInputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.ConnectException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.security.cert.CertPathBuilderException;
import java.security.cert.CertPathValidatorException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLHandshakeException;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;

/// One request to a kubelet, on its own connection. HTTP/1.1 by hand, because the connection may turn into a
/// tunnel in the middle.
final class KubeletConnection implements Closeable {
    private static final int CONNECT_MILLISECONDS = 10_000;
    /// How long the kubelet may take for the first line of its response; it starts a command before it responds.
    private static final int ANSWER_MILLISECONDS = 60_000;

    private final SSLSocket socket;
    private final InputStream in;

    private KubeletConnection(SSLSocket socket) throws IOException {
        this.socket = socket;
        this.in = new BufferedInputStream(socket.getInputStream(), 16 * 1024);
    }

    /// @param target path and query
    /// @throws ApiException when the kubelet cannot be reached
    static KubeletConnection send(
            SSLContext tls,
            KubeletAddress node,
            String method,
            String target,
            List<Map.Entry<String, String>> headers,
            byte[] body)
            throws ApiException {
        Socket plain = new Socket();
        try {
            plain.setTcpNoDelay(true);
            plain.connect(new InetSocketAddress(node.host(), node.port()), CONNECT_MILLISECONDS);
            SSLSocket socket = (SSLSocket) tls.getSocketFactory().createSocket(plain, node.host(), node.port(), true);
            socket.setSoTimeout(CONNECT_MILLISECONDS);
            SSLParameters parameters = socket.getSSLParameters();
            // Any kubelet has a good certificate; it must be the one of this node.
            parameters.setEndpointIdentificationAlgorithm("HTTPS");
            socket.setSSLParameters(parameters);
            socket.startHandshake();
            socket.setSoTimeout(ANSWER_MILLISECONDS);
            KubeletConnection call = new KubeletConnection(socket);
            call.write(node, method, target, headers, body);
            return call;
        } catch (IOException e) {
            close(plain);
            throw unreachable(node, method, target, e);
        }
    }

    private static ApiException unreachable(KubeletAddress node, String method, String target, IOException e) {
        String why = switch (e) {
            case ConnectException _ -> "dial tcp " + node + ": connect: connection refused";
            case UnknownHostException _ -> "dial tcp: lookup " + node.host() + ": no such host";
            case SSLHandshakeException _ -> "tls: failed to verify certificate: " + verification(e);
            default -> String.valueOf(e.getMessage());
        };
        String word = method.charAt(0) + method.substring(1).toLowerCase(Locale.ROOT);
        return new ApiException(
                StatusReason.INTERNAL_ERROR, "%s \"https://%s%s\": %s".formatted(word, node, target, why));
    }

    /// In the words of Kubernetes where it is the usual mistake: a kubelet that made its certificate itself.
    private static String verification(IOException e) {
        for (Throwable cause = e; cause != null; cause = cause.getCause()) {
            if (cause instanceof CertPathBuilderException || isOtherAuthority(cause)) {
                return "x509: certificate signed by unknown authority";
            }
        }
        return String.valueOf(e.getMessage());
    }

    /// An authority of the same name, with another key.
    private static boolean isOtherAuthority(Throwable cause) {
        return cause instanceof CertPathValidatorException invalid
                && invalid.getReason() == CertPathValidatorException.BasicReason.INVALID_SIGNATURE;
    }

    private void write(
            KubeletAddress node, String method, String target, List<Map.Entry<String, String>> headers, byte[] body)
            throws IOException {
        StringBuilder head = new StringBuilder(method)
                .append(' ')
                .append(target)
                .append(" HTTP/1.1\r\nHost: ")
                .append(node)
                .append("\r\n");
        for (Map.Entry<String, String> header : headers) {
            head.append(header.getKey()).append(": ").append(header.getValue()).append("\r\n");
        }
        if (body.length > 0) {
            head.append("Content-Length: ").append(body.length).append("\r\n");
        }
        OutputStream out = socket.getOutputStream();
        out.write(head.append("\r\n").toString().getBytes(StandardCharsets.ISO_8859_1));
        out.write(body);
        out.flush();
    }

    KubeletResponse answer() throws ApiException {
        try {
            KubeletResponse answer = KubeletResponse.read(in);
            socket.setSoTimeout(0);
            return answer;
        } catch (IOException e) {
            throw new ApiException(
                    StatusReason.INTERNAL_ERROR,
                    "Internal error occurred: no response from the kubelet: " + e.getMessage());
        }
    }

    /// The bytes after the head of a response that upgraded the connection.
    InputStream in() {
        return in;
    }

    OutputStream out() throws IOException {
        return socket.getOutputStream();
    }

    /// Closes the output; data from the other side can still be read.
    void endOutput() throws IOException {
        socket.shutdownOutput();
    }

    @Override
    public void close() {
        close(socket);
    }

    private static void close(Socket socket) {
        try {
            socket.close();
        } catch (IOException _) {
            // The connection is not used any more in either case.
        }
    }
}
