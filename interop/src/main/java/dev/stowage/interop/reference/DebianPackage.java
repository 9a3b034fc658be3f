package dev.stowage.interop.reference;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/// A Debian package with a program that the suites need. It is detected by the program, so that a program that
/// was installed in another way is used too.
public enum DebianPackage {
    ETCD("etcd-server", "/usr/bin/etcd", true),
    CONTAINERD("containerd", "/usr/bin/containerd", true),
    RUNC("runc", "/usr/sbin/runc", false),
    CNI("containernetworking-plugins", "/usr/lib/cni/ptp", false),
    BUSYBOX("busybox-static", "/bin/busybox", false),
    CURL("curl", "/usr/bin/curl", false),
    IPROUTE("iproute2", "/sbin/ip", false),
    OPENSSL("openssl", "/usr/bin/openssl", false),
    BINDFS("bindfs", "/usr/bin/bindfs", false),
    E2FSPROGS("e2fsprogs", "/usr/sbin/mkfs.ext4", false),
    XFSPROGS("xfsprogs", "/usr/sbin/mkfs.xfs", false),
    BTRFS_PROGS("btrfs-progs", "/usr/sbin/mkfs.btrfs", false);

    private final String title;
    private final String program;
    private final boolean service;

    DebianPackage(String title, String program, boolean service) {
        this.title = title;
        this.program = program;
        this.service = service;
    }

    public String title() {
        return title;
    }

    public Path program() {
        return Path.of(program);
    }

    /// Whether the package would start its program at every boot, as a service of the same name.
    boolean service() {
        return service;
    }

    boolean present() {
        return Files.isExecutable(program()) && (this != BUSYBOX || isStatic());
    }

    /// The image that is built from it has no dynamic linker.
    private boolean isStatic() {
        try (var in = Files.newInputStream(program())) {
            return !new String(in.readNBytes(4096), StandardCharsets.ISO_8859_1).contains("/ld-linux");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
