package dev.stowage.image;

import dev.stowage.image.debian.Apt;
import dev.stowage.image.debian.DebianPackage;
import dev.stowage.image.debian.FileSelection;
import dev.stowage.image.debian.PackageFiles;
import dev.stowage.image.debian.UnpackedPackage;
import dev.stowage.image.layer.LayerTree;
import dev.stowage.image.runtime.JavaRuntime;
import java.io.IOException;
import java.io.StringReader;
import java.util.List;
import java.util.Properties;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// The system files below our programs: a C library for Java, and the tools that driver and mounter run.
///
/// @param base the files of both variants
/// @param tools additional files of the driver variant
/// @param basePackages the packages of the base files
/// @param release of Debian, such as `debian-12`
record SystemFiles(
        LayerTree base,
        LayerTree tools,
        List<DebianPackage> basePackages,
        List<DebianPackage> toolPackages,
        String release) {

    /// A JDK from Debian needs more of the system than one that includes its libraries.
    private static final List<String> BASE = List.of("base-files", "libc6", "libgcc-s1", "libstdc++6", "zlib1g");

    private static final List<String> TOOLS = List.of(
            "e2fsprogs",
            "xfsprogs",
            "btrfs-progs",
            "mount",
            "util-linux",
            "lvm2",
            "thin-provisioning-tools",
            "bindfs",
            "glusterfs-client",
            "glusterfs-common");

    /// The tools that driver and mounter run, and tools to debug a damaged volume. No shell, and so no scripts.
    private static final List<String> PROGRAMS = List.of(
            "mkfs.ext4",
            "e2fsck",
            "resize2fs",
            "tune2fs",
            "dumpe2fs",
            "mkfs.xfs",
            "xfs_growfs",
            "xfs_db",
            "xfs_repair",
            "mkfs.btrfs",
            "btrfs",
            "btrfstune",
            "blkid",
            "findmnt",
            "losetup",
            "mount",
            "umount",
            "setsid",
            "lvm",
            "lvs",
            "vgs",
            "pvs",
            "thin_check",
            "thin_repair",
            "thin_dump",
            "thin_restore",
            "bindfs",
            "glusterfs");

    /// What a client of GlusterFS loads while it runs.
    private static final Pattern GLUSTER = Pattern.compile("usr/lib/[^/]+/glusterfs/[^/]+/(rpc-transport/socket"
            + "|xlator/(meta|mount/fuse|protocol/client|(cluster|debug|features|performance|system)/[^/]+))\\.so");

    static SystemFiles gather(Apt apt, JavaRuntime java) throws IOException {
        List<UnpackedPackage> packages =
                apt.unpack(Stream.concat(BASE.stream(), TOOLS.stream()).toList());
        PackageFiles files = PackageFiles.of(packages);
        FileSelection base = new FileSelection(files)
                .librariesFor(java.binaries())
                .file("usr/lib/os-release")
                .file("etc/os-release");
        FileSelection tools =
                base.onTop(files).programs(PROGRAMS).matching(GLUSTER).file("etc/mke2fs.conf");
        return new SystemFiles(
                skeleton(base.layerTree()), tools.layerTree(), base.packages(), tools.packages(), release(files));
    }

    private static String release(PackageFiles files) throws IOException {
        Properties said = new Properties();
        said.load(new StringReader(files.text("usr/lib/os-release")));
        return said.getProperty("ID", "debian").replace("\"", "") + "-"
                + said.getProperty("VERSION_ID", "unknown").replace("\"", "");
    }

    private static LayerTree skeleton(LayerTree layerTree) {
        for (String moved : List.of("bin", "sbin", "lib", "lib64")) {
            layerTree.folder("usr/" + moved, 0755).link(moved, "usr/" + moved);
        }
        for (String empty : List.of("dev", "proc", "sys", "run", "mnt")) {
            layerTree.folder(empty, 0755);
        }
        return layerTree
                .folder("tmp", 01777)
                .text("etc/passwd", """
                        root:x:0:0:root:/:/usr/sbin/nologin
                        nonroot:x:65532:65532:nonroot:/:/usr/sbin/nologin
                        """)
                .text("etc/group", "root:x:0:\nnonroot:x:65532:\n")
                .text("etc/nsswitch.conf", "passwd: files\ngroup: files\nhosts: files dns\n");
    }
}
