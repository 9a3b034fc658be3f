package dev.stowage.interop.driver;

import dev.stowage.interop.reference.DebianPackage;
import dev.stowage.interop.suite.SuiteWorkspace;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/// What a driver needs before it starts, for example a file system or a volume group. The workspace removes it.
@FunctionalInterface
public interface DriverPreparation {

    DriverPreparation NONE = (workspace, home) -> {};

    /// A shared file system, mounted at `share` beside the data of the driver.
    DriverPreparation SHARE = (workspace, home) -> workspace.own(SharedDirectory.mount(home, workspace.logs()));

    /// A FUSE share that the mounter mounts.
    DriverPreparation FUSE = (workspace, home) -> {
        Path original = workspace.directory("fuse-files");
        String source = "{\"type\": \"fuse\", \"argv\": [\"%s\", \"-f\", \"%s\", \"{mountPoint}\"]}"
                .formatted(DebianPackage.BINDFS.program(), original);
        workspace.own(MounterShare.start(home, source, List.of(), workspace.logs()));
    };

    /// A share of GlusterFS that the mounter mounts.
    DriverPreparation GLUSTERFS = (workspace, home) -> {
        GlusterVolume volume = workspace.own(GlusterVolume.serve(workspace.directory("gluster"), workspace.logs()));
        List<String> inNetwork = volume.namespaces().network();
        workspace.own(MounterShare.start(home, volume.source(), inNetwork, workspace.logs()));
    };

    void prepare(SuiteWorkspace workspace, Path home) throws IOException, InterruptedException;
}
