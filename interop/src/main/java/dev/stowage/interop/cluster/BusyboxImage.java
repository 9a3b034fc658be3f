package dev.stowage.interop.cluster;

import dev.stowage.linux.tar.TarOutput;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/// A container image made of static programs, in the format of `docker save`: no registry is needed.
///
/// @param applets the busybox applets in it
/// @param programs other files in it, by path
/// @param entry the default command; in the pause container it must run forever without doing anything
public record BusyboxImage(Path busybox, List<String> applets, Map<String, Path> programs, List<String> entry) {

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
            "mv",
            "tar");

    private static final String PATHS = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin";

    public BusyboxImage {
        applets = List.copyOf(applets);
        programs = Map.copyOf(programs);
        entry = List.copyOf(entry);
    }

    /// The image that every node here has.
    public static BusyboxImage plain(Path busybox) {
        return new BusyboxImage(busybox, APPLETS, Map.of(), List.of("/bin/sleep", "infinity"));
    }

    /// @param names the image references that pods use
    public byte[] archive(List<String> names) throws IOException {
        byte[] layer = layer();
        byte[] config = ascii("""
                {"architecture":"%s","os":"linux","config":{"Env":["PATH=%s"],"Entrypoint":[%s]},\
                "rootfs":{"type":"layers","diff_ids":["sha256:%s"]},"history":[{"created_by":"stowage interop"}]}
                """.formatted(architecture(), PATHS, quoted(entry), sha256(layer)));
        String configName = sha256(config) + ".json";
        String layerName = sha256(layer) + "/layer.tar";
        byte[] manifest = ascii("[{\"Config\":\"%s\",\"RepoTags\":[%s],\"Layers\":[\"%s\"]}]"
                .formatted(configName, quoted(names), layerName));
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (TarOutput tar = new TarOutput(bytes, Instant.EPOCH)) {
            tar.file(configName, 0644, config)
                    .directory(sha256(layer), 0755)
                    .file(layerName, 0644, layer)
                    .file("manifest.json", 0644, manifest);
        }
        return bytes.toByteArray();
    }

    private byte[] layer() throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (TarOutput layer = new TarOutput(bytes, Instant.EPOCH)) {
            for (String folder : List.of("bin", "etc", "proc", "sys", "dev")) {
                layer.directory(folder, 0755);
            }
            layer.directory("tmp", 01777)
                    .file("etc/passwd", 0644, ascii("root:x:0:0:root:/:/bin/sh\n"))
                    .file("etc/group", 0644, ascii("root:x:0:\n"))
                    .file("bin/busybox", 0755, busybox);
            for (String applet : applets) {
                if (!programs.containsKey("bin/" + applet)) {
                    layer.link("bin/" + applet, "busybox");
                }
            }
            for (Map.Entry<String, Path> program : new TreeMap<>(programs).entrySet()) {
                layer.file(program.getKey(), 0755, program.getValue());
            }
        }
        return bytes.toByteArray();
    }

    private static String quoted(List<String> texts) {
        return texts.stream().map(text -> '"' + text + '"').collect(Collectors.joining(","));
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
