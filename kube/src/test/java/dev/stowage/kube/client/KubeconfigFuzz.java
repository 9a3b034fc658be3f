package dev.stowage.kube.client;

import dev.stowage.testing.fuzz.FuzzTarget;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/// A kubeconfig, which may come from someone else.
final class KubeconfigFuzz implements FuzzTarget {
    private static final Path FILE = Path.of("/nonexistent/kubeconfig");

    @Override
    public List<byte[]> seeds() {
        return FuzzTarget.texts("""
                apiVersion: v1
                current-context: c
                contexts: [{name: c, context: {cluster: k, user: u, namespace: n}}]
                clusters: [{name: k, cluster: {server: https://h:6443, certificate-authority-data: YWJj}}]
                users: [{name: u, user: {token: t, client-key-data: YWJj}}]
                """, """
                current-context: &c c
                contexts: [{name: *c, context: {cluster: k, user: u}}]
                clusters: [{name: k, cluster: {server: "http://[::1]:1", insecure-skip-tls-verify: true}}]
                users:
                - name: u
                  user:
                    exec: {apiVersion: client.authentication.k8s.io/v1, command: ./p, args: [a, 1], provideClusterInfo: true,
                           env: [{name: a, value: b}], installHint: h}
                """);
    }

    @Override
    public List<String> words() {
        return List.of(
                "&a ",
                "*a",
                "!!binary ",
                "!!int ",
                "!!timestamp ",
                "<<: ",
                "[",
                "]",
                "{",
                "}",
                "\0",
                "tokenFile: ",
                "https://a b",
                "proxy-url: x",
                "auth-provider: {}",
                "? ",
                "- ",
                "\n",
                "null",
                ": ",
                "%");
    }

    @Override
    public void run(byte[] input) {
        try {
            KubeconfigFile.Context context = KubeconfigFile.parse(FILE, new ByteArrayInputStream(input));
            if (context.access().toString().isEmpty()) {
                throw new AssertionError("no address");
            }
        } catch (IOException _) {
            // Not a kubeconfig.
        }
    }
}
