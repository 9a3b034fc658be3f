package dev.stowage.interop.cluster;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Collectors;

/// A container image made of one static program, in the shape that `docker save` writes: no registry is needed.
final class BusyboxImage {

    private static final List<String> APPLETS = List.of(
            "sh",
            "sleep",
            "cat",
            "echo",
            "true",
            "false",
            "ls",
            "mount",
            "umount",
            "df",
            "dd",
            "touch",
            "rm",
            "mkdir",
            "stat",
            "sync",
            "sha256sum",
            "grep",
            "test",
            "wc",
            "id",
            "hostname",
            "tail",
            "head",
            "sed",
            "date",
            "mv");

    private BusyboxImage() {}

    /// @param names by which pods ask for it
    static byte[] archive(byte[] busybox, List<String> names) {
        TarWriter layer = new TarWriter()
                .directory("bin", 0755)
                .directory("etc", 0755)
                .directory("proc", 0755)
                .directory("sys", 0755)
                .directory("dev", 0755)
                .directory("tmp", 01777)
                .file("etc/passwd", 0644, ascii("root:x:0:0:root:/:/bin/sh\n"))
                .file("etc/group", 0644, ascii("root:x:0:\n"))
                .file("bin/busybox", 0755, busybox);
        APPLETS.forEach(applet -> layer.link("bin/" + applet, "busybox"));
        byte[] layerBytes = layer.finish();
        // As the sandbox's own process it does nothing for ever.
        byte[] config = ascii("""
                {"architecture":"%s","os":"linux","config":{"Env":["PATH=/bin"],"Entrypoint":["/bin/sleep","infinity"]},\
                "rootfs":{"type":"layers","diff_ids":["sha256:%s"]},"history":[{"created_by":"stowage interop"}]}
                """.formatted(architecture(), sha256(layerBytes)));
        String configName = sha256(config) + ".json";
        String layerName = sha256(layerBytes) + "/layer.tar";
        byte[] manifest = ascii("[{\"Config\":\"%s\",\"RepoTags\":[%s],\"Layers\":[\"%s\"]}]"
                .formatted(
                        configName,
                        names.stream().map(name -> '"' + name + '"').collect(Collectors.joining(",")),
                        layerName));
        return new TarWriter()
                .file(configName, 0644, config)
                .directory(sha256(layerBytes), 0755)
                .file(layerName, 0644, layerBytes)
                .file("manifest.json", 0644, manifest)
                .finish();
    }

    private static String architecture() {
        String java = System.getProperty("os.arch");
        return java.equals("aarch64") ? "arm64" : java;
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    private static String sha256(byte[] bytes) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
