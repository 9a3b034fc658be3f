package dev.stowage.interop.reference;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/// A Debian package with a program that the suites need. It is detected by the program, so that a program that
/// was installed in another way is used too.
public enum DebianPackage {
    ETCD("etcd-server", "/usr/bin/etcd", "etcd"),
    CONTAINERD("containerd", "/usr/bin/containerd", "containerd"),
    RUNC("runc", "/usr/sbin/runc"),
    CNI("containernetworking-plugins", "/usr/lib/cni/ptp"),
    BUSYBOX("busybox-static", "/bin/busybox"),
    GCC("gcc", "/usr/bin/gcc"),
    CURL("curl", "/usr/bin/curl"),
    IPROUTE("iproute2", "/sbin/ip"),
    OPENSSL("openssl", "/usr/bin/openssl"),
    BINDFS("bindfs", "/usr/bin/bindfs"),
    GLUSTERFS_SERVER("glusterfs-server", "/usr/sbin/glusterd", "glusterd glustereventsd"),
    E2FSPROGS("e2fsprogs", "/usr/sbin/mkfs.ext4"),
    XFSPROGS("xfsprogs", "/usr/sbin/mkfs.xfs"),
    BTRFS_PROGS("btrfs-progs", "/usr/sbin/mkfs.btrfs"),
    KMOD("kmod", "/usr/sbin/modprobe"),
    FIO("fio", "/usr/bin/fio"),
    LVM("lvm2", "/usr/sbin/lvm"),
    THIN_PROVISIONING_TOOLS("thin-provisioning-tools", "/usr/sbin/thin_check"),
    NFS_SERVER("nfs-kernel-server", "/usr/sbin/rpc.nfsd", "nfs-server rpcbind.socket rpcbind.service"),
    USER_MODE_LINUX("user-mode-linux", "/usr/bin/linux.uml");

    private final String title;
    private final String program;
    private final String services;

    DebianPackage(String title, String program) {
        this(title, program, "");
    }

    /// @param services separated by blanks
    DebianPackage(String title, String program, String services) {
        this.title = title;
        this.program = program;
        this.services = services;
    }

    public String title() {
        return title;
    }

    public Path program() {
        return Path.of(program);
    }

    /// What the package and those it needs would start at every boot.
    List<String> services() {
        return services.isEmpty() ? List.of() : List.of(services.split(" "));
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
