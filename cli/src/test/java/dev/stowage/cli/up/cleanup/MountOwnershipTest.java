package dev.stowage.cli.up.cleanup;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stowage.linux.block.LoopDevice;
import dev.stowage.linux.mountinfo.MountPoint;
import dev.stowage.linux.mountinfo.MountTable;
import dev.stowage.node.layout.KubeletPaths;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// A machine with its root on 8:1, a data directory `/data` and a loop device 3 over an image of the cluster.
/// Loop device 4 belongs to a user.
final class MountOwnershipTest {
    private static final Path DATA = Path.of("/data");
    private static final String POD = "/data/nodes/node-1/pods/u1";
    private static final String CSI = "/data/nodes/node-1/plugins/kubernetes.io/csi";
    private static final List<LoopDevice> DEVICES = List.of(
            new LoopDevice(3, Path.of("/dev/loop3"), "/data/drivers/node-1/local/images/v1", false, false, false));

    private static MountPoint mount(int id, int parent, String device, String root, String target, String fs) {
        String[] numbers = device.split(":", -1);
        String source = fs.contains("=") ? fs.substring(fs.indexOf('=') + 1) : "none";
        return new MountPoint(
                id,
                parent,
                Integer.parseInt(numbers[0]),
                Integer.parseInt(numbers[1]),
                root,
                Path.of(target),
                List.of("rw"),
                List.of(),
                fs.split("=", -1)[0],
                source,
                List.of("rw"));
    }

    private static ClusterMounts classified(MountPoint... more) {
        List<MountPoint> table = new ArrayList<>(List.of(
                mount(1, 0, "8:1", "/", "/", "ext4"),
                mount(2, 1, "0:5", "/", "/dev", "devtmpfs"),
                mount(3, 1, "0:40", "/", "/mnt", "tmpfs")));
        table.addAll(List.of(more));
        return ClusterMounts.of(DATA, new MountTable(table), DEVICES);
    }

    @ParameterizedTest
    @CsvSource({
        // what the cluster mounts
        "8:1,/data/shared,/data/shared,ext4,true",
        "8:1,/data/nodes/node-1,/data/nodes/node-1,ext4,true",
        "7:3,/,CSI/local/0a1b/globalmount,ext4,true",
        "7:3,/,POD/volumes/kubernetes.io~csi/pv-1/mount,ext4,true",
        "0:60,/,/data/drivers/node-1/local/subvolumes/mounted,btrfs=/dev/loop3,true",
        "0:60,/volumes/v1,POD/volumes/kubernetes.io~csi/pv-1/mount,btrfs=/dev/loop3,true",
        "8:1,/data/drivers/node-1/local/folders/v1,POD/volumes/kubernetes.io~csi/pv-1/mount,ext4,true",
        "8:1,/data/shared/v1,POD/volumes/kubernetes.io~csi/pv-1/mount,ext4,true",
        "0:5,/loop3,CSI/volumeDevices/staging/pv-1/stowage-device,devtmpfs,true",
        "0:5,/loop3,CSI/volumeDevices/publish/pv-1/u1,devtmpfs,true",
        "0:5,/loop3,CSI/volumeDevices/pv-1/dev/u1,devtmpfs,true",
        "7:3,/,/data/drivers/node-1/local/notes/images/staging/v1,ext4,true",
        "0:61,/,POD/volumes/kubernetes.io~empty-dir/cache,tmpfs=stowage-tmpfs,true",
        "0:61,/,POD/volumes/kubernetes.io~projected/token,tmpfs=stowage-tmpfs,true",
        "8:1,/home/a/b,POD/volume-subpaths/home/main/0,ext4,true",
        "7:3,/a,POD/volume-subpaths/pv-1/main/0,ext4,true",
        "0:60,/volumes/v1/a,POD/volume-subpaths/pv-1/main/0,btrfs=/dev/loop3,true",
        "8:1,/srv/disk,POD/volumes/kubernetes.io~local-volume/pv-2,ext4,true",
        "0:80,/,POD/volumes/kubernetes.io~nfs/pv-3,nfs4=server:/,true",
        "0:5,/sdb1,/data/nodes/node-1/plugins/kubernetes.io~local-volume/volumeDevices/pv-2/u1,devtmpfs,true",
        // file systems of users at the same places
        "0:70,/,POD/volumes/kubernetes.io~local-volume/pv-2,tmpfs=mine,false",
        "7:4,/,/data/nodes/node-1/plugins/kubernetes.io/local-volume/mounts/pv-2,ext4=/dev/loop4,false",
        "0:70,/,POD/volumes/kubernetes.io~nfs/pv-3,tmpfs=mine,false",
        "0:70,/,/data/nodes/node-1/plugins/kubernetes.io~local-volume/volumeDevices/pv-2/u1,tmpfs=mine,false",
        "0:70,/,/data/shared,tmpfs=mine,false",
        "8:1,/home/shared,/data/shared,ext4,false",
        "0:70,/,/data/nodes/node-1,tmpfs=mine,false",
        "7:4,/,CSI/local/0a1b/globalmount,ext4,false",
        "0:70,/,POD/volumes/kubernetes.io~csi/pv-1/mount,tmpfs=mine,false",
        "8:1,/home,POD/volumes/kubernetes.io~csi/pv-1/mount,ext4,false",
        "0:70,/,POD/volumes/kubernetes.io~empty-dir/cache,tmpfs=tmpfs,false",
        "0:70,/,POD/volume-subpaths/home/main/0,tmpfs=mine,false",
        "7:4,/a,POD/volume-subpaths/pv-1/main/0,ext4,false",
        "0:70,/,CSI/volumeDevices/publish/pv-1/u1,tmpfs=mine,false",
        "7:4,/,/data/drivers/node-1/local/images/mounted,xfs=/dev/loop4,false",
        "0:70,/,/data/drivers/node-1/local/notes/images/staging/v1,tmpfs=mine,false",
        // and at any other place, whatever it is
        "8:1,/data,/data/mine,ext4,false",
        "7:3,/,/data/mine,ext4,false",
        "0:70,/,/data/disks,tmpfs=mine,false",
        "0:70,/,/data/nodes,tmpfs=mine,false",
        "0:61,/,POD/volumes/kubernetes.io~empty-dir/cache/inner,tmpfs=stowage-tmpfs,false",
        "8:1,/data/nodes/node-1/pods,/data/nodes/node-1/pods,ext4,false",
    })
    void theClustersMountsAreThoseAtItsPlacesWithItsFiles(
            String device, String root, String target, String fs, boolean own) {
        MountPoint mount = mount(9, 1, device, root, target.replace("POD", POD).replace("CSI", CSI), fs);
        ClusterMounts found = classified(mount);
        assertThat(own ? found.own() : found.others()).containsExactly(mount);
        assertThat(own ? found.others() : found.own()).isEmpty();
    }

    @Test
    void theDataDirectoryItselfIsNeitherTheClustersNorInIt() {
        ClusterMounts found =
                classified(mount(9, 1, "0:70", "/", "/data", "tmpfs"), mount(10, 1, "0:71", "/", "/database", "tmpfs"));
        assertThat(found.own()).isEmpty();
        assertThat(found.others()).isEmpty();
    }

    @Test
    void aVolumeOnADiskThatTheAdministratorMountedIsTheClustersAndTheDiskIsNot() {
        MountPoint disk = mount(9, 1, "8:17", "/fast", "/data/drivers/node-1/local/folders", "ext4");
        MountPoint volume = mount(10, 1, "8:17", "/fast/v1", POD + "/volumes/kubernetes.io~csi/pv-1/mount", "ext4");
        MountPoint other = mount(11, 1, "8:17", "/slow", POD + "/volumes/kubernetes.io~csi/pv-2/mount", "ext4");
        ClusterMounts found = classified(disk, volume, other);
        assertThat(found.own()).containsExactly(volume);
        assertThat(found.others()).containsExactly(disk, other);
    }

    @Test
    void theDeviceOfALocalVolumeIsUnmountedAfterThePodsThatUseIt() {
        MountPoint device =
                mount(9, 1, "7:4", "/", "/data/nodes/node-1/plugins/kubernetes.io/local-volume/mounts/pv-2", "ext4");
        MountPoint ofPod = mount(10, 1, "7:4", "/", POD + "/volumes/kubernetes.io~local-volume/pv-2", "ext4");
        ClusterMounts found = classified(device, ofPod);
        assertThat(found.own()).containsExactly(ofPod, device);
        assertThat(found.others()).isEmpty();
    }

    @Test
    void partsComeBeforeVolumesAndVolumesBeforeWhatTheyLieIn() {
        MountPoint node = mount(9, 1, "8:1", "/data/nodes/node-1", "/data/nodes/node-1", "ext4");
        MountPoint pool = mount(10, 1, "7:3", "/", "/data/drivers/node-1/local/images/mounted", "xfs");
        MountPoint staged = mount(11, 9, "7:3", "/", CSI + "/local/0a1b/globalmount", "ext4");
        MountPoint published = mount(12, 9, "7:3", "/", POD + "/volumes/kubernetes.io~csi/pv-1/mount", "ext4");
        MountPoint part = mount(13, 9, "7:3", "/a", POD + "/volume-subpaths/pv-1/main/0", "ext4");
        assertThat(classified(node, pool, staged, published, part).own())
                .containsExactly(part, published, staged, pool, node);
    }

    @Test
    void thePlacesAreThoseOfTheNode() {
        KubeletPaths node = new KubeletPaths(DATA.resolve("nodes/node-1"), DATA.resolve("logs"));
        assertThat(place(node.csiMount("u1", "pv-1"))).isEqualTo(MountPlace.PUBLISHED_VOLUME);
        assertThat(place(node.csiStaging("local", "handle"))).isEqualTo(MountPlace.STAGED_VOLUME);
        assertThat(place(node.subPath("u1", "pv-1", "main", 0))).isEqualTo(MountPlace.SUB_PATH);
        assertThat(place(node.volume("u1", "kubernetes.io~secret", "s"))).isEqualTo(MountPlace.VOLUME_IN_MEMORY);
        assertThat(place(node.blockPublish("pv-1", "u1"))).isEqualTo(MountPlace.RAW_DEVICE);
        assertThat(place(node.blockStaging("pv-1").resolve("stowage-device"))).isEqualTo(MountPlace.RAW_DEVICE);
        assertThat(place(node.blockDevice("pv-1").resolve("dev").resolve("u1"))).isEqualTo(MountPlace.RAW_DEVICE);
        assertThat(place(node.volume("u1", KubeletPaths.LOCAL_IN_PODS, "pv-1"))).isEqualTo(MountPlace.LOCAL_VOLUME);
        assertThat(place(node.localDeviceMount("pv-1"))).isEqualTo(MountPlace.LOCAL_DEVICE);
        assertThat(place(node.localDevice("pv-1").resolve("u1"))).isEqualTo(MountPlace.RAW_LOCAL_DEVICE);
        assertThat(place(node.root())).isEqualTo(MountPlace.SELF_BIND);
    }

    private static MountPlace place(Path path) {
        return MountPlace.of(DATA.relativize(path)).orElseThrow();
    }
}
