package dev.stowage.interop.chart;

import java.util.List;

/// Values that helm has to refuse: installed, they would stop every process at its start, or lose volumes.
final class RefusedSettings {

    private static final String POOL = "driver.pools[0].name=a,driver.pools[0].backend=";
    private static final String FUSE = POOL + "shared,driver.pools[0].source.type=fuse,"
            + "driver.pools[0].source.argv[0]=/bin/x,driver.pools[0].source.argv[1]=";

    static final List<String> ALL = List.of(
            "node.prot=1",
            "kubeletRootDir=relative/path",
            // The central layout needs a directory that all nodes share, and has no other pools.
            "driver.shape=central",
            "driver.shape=central,driver.pool.directory=/mnt/share,driver.pool.backend=lvm,driver.pool.volumeGroup=vg0",
            "driver.shape=central,driver.pool.directory=/mnt/share," + POOL
                    + "image,driver.pools[0].directory=/mnt/share/a",
            // Backend lvm needs a volume group, and no other backend has one.
            "driver.pool.backend=lvm",
            "driver.pool.volumeGroup=vg0",
            "driver.pool.backend=lvm,driver.pool.volumeGroup=../vg0",
            POOL + "lvm,driver.pools[0].directory=/var/lib/stowage/a",
            POOL + "image,driver.pools[0].directory=/mnt/a,driver.pools[0].thinPool=thin",
            // Only shares have a source, and the chart chooses where they are mounted.
            POOL + "shared",
            POOL
                    + "image,driver.pools[0].source.type=nfs,driver.pools[0].source.server=nas,driver.pools[0].source.share=/a",
            POOL
                    + "shared,driver.pools[0].source.type=cifs,driver.pools[0].source.server=nas,driver.pools[0].source.share=/a",
            POOL + "shared,driver.pools[0].source.type=nfs,driver.pools[0].source.server=nas",
            "mounter.enabled=true," + FUSE + "to={mountPoint},driver.pools[0].directory=/mnt/a",
            "mounter.enabled=true," + FUSE + "/mnt",
            // Volumes that every node reaches do not move.
            "driver.shape=central,driver.pool.directory=/mnt/share,mover.enabled=true",
            "driver.pool.backend=shared,driver.pool.directory=/mnt/share,mover.enabled=true",
            "mover.enabled=true,mover.port=9809",
            "mover.enabled=true,mover.bandwidthLimit=0",
            // That would be all accounts of the namespace.
            "mover.enabled=true,mover.otherAccounts[0]=*",
            // Daemons need the mounter, and the mounter needs daemons.
            FUSE + "to={mountPoint}",
            "mounter.enabled=true");

    private RefusedSettings() {}
}
