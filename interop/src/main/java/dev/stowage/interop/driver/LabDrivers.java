package dev.stowage.interop.driver;

import static java.util.Objects.requireNonNull;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/// Drivers on storage that the kernel of this machine may lack; they are tested in a guest.
public final class LabDrivers {

    private static final long GIB = 1L << 30;

    private static final SanityOptions FILE_SYSTEMS = SanityOptions.LABELLED.sizes(16, 32);

    public static final List<TestedDriver> ALL = List.of(
            lvm("lvm-thin", true, true, 2, FILE_SYSTEMS),
            lvm("lvm-thick", false, false, 2, FILE_SYSTEMS.copied()),
            lvm("lvm-thin-block", true, false, 2, FILE_SYSTEMS.onDevices()),
            lvm("lvm-thin-defaults", true, false, 64, SanityOptions.NONE, "--thin", "--overcommit=100"),
            nfs("nfs", true, SanityOptions.LABELLED),
            nfs("nfs-defaults", false, SanityOptions.NONE),
            quota("quota-xfs", QuotaFileSystem.Format.XFS, false, SanityOptions.LABELLED.enforced()),
            quota("quota-ext4", QuotaFileSystem.Format.EXT4, false, SanityOptions.LABELLED.enforced()),
            quota(
                    "quota-xfs-defaults",
                    QuotaFileSystem.Format.XFS,
                    false,
                    SanityOptions.NONE,
                    "--thin",
                    "--overcommit=100"));

    private LabDrivers() {}

    private static TestedDriver nfs(String name, boolean quick, SanityOptions sanity) {
        DriverPreparation share = (workspace, home) -> {
            TestNfsShare.writeConfig(home.resolve("pools.json"));
            workspace.own(TestNfsShare.serve(workspace.directory("export-" + name), workspace.logs()));
        };
        return new TestedDriver(
                name,
                (endpoint, data) ->
                        TestedDriver.arguments(endpoint, data, "--config=" + data.resolveSibling("pools.json")),
                share,
                quick,
                sanity);
    }

    private static TestedDriver quota(
            String name, QuotaFileSystem.Format format, boolean quick, SanityOptions sanity, String... more) {
        String folder = "disk-" + name;
        DriverPreparation disk =
                (workspace, _) -> workspace.own(QuotaFileSystem.mount(workspace.directory(folder), format));
        TestedDriver.Arguments arguments = (endpoint, data) -> {
            Path root = QuotaFileSystem.root(requireNonNull(data.getParent()).resolveSibling(folder));
            List<String> all =
                    TestedDriver.arguments(endpoint, data, "--backend=directory", "--pool=" + root.resolve("pool"));
            all.addAll(List.of(more));
            return all;
        };
        return new TestedDriver(name, arguments, disk, quick, sanity);
    }

    private static TestedDriver lvm(
            String name, boolean thin, boolean quick, int gibibytes, SanityOptions sanity, String... more) {
        Stream<String> flags = Stream.of("--backend=lvm", "--volume-group=" + name);
        Stream<String> pool = thin ? Stream.of("--thin-pool=" + TestVolumeGroup.THIN_POOL) : Stream.empty();
        DriverPreparation group = (workspace, _) ->
                workspace.own(TestVolumeGroup.create(name, workspace.directory("disk-" + name), gibibytes * GIB, thin));
        return TestedDriver.prepared(
                name,
                group,
                quick,
                sanity,
                Stream.of(flags, pool, Stream.of(more)).flatMap(each -> each).toArray(String[]::new));
    }
}
