package dev.stowage.interop.chart;

import java.util.Locale;

/// Ways to install the chart: together they cover every branch of its templates.
enum ChartVariant {
    USUAL("{}"),
    SEVERAL_POOLS("""
            driver:
              pools:
              - {name: fast, backend: image, directory: /mnt/nvme/stowage, size: 200Gi}
              - {name: bulk, backend: btrfs, directory: /mnt/hdd/stowage, lowWater: 10Gi, thin: true}
              - {name: more, backend: directory, directory: /var/lib/stowage/more}
              inlineVolumes: {maxSize: 1Gi, limit: 8, pools: [bulk, more]}
            csiDriver: {inlineVolumes: true}
            storageClasses:
            - {name: fast, default: true, parameters: {pool: fast}, mountOptions: [noatime]}
            - {name: bulk, volumeBindingMode: Immediate, reclaimPolicy: Retain, parameters: {pool: bulk}}
            attributesClasses:
            - {name: gold, parameters: {label.tier: gold}}
            """),
    SHARE("""
            driver: {pool: {backend: shared, directory: /mnt/share}, capacity: false}
            csiDriver: {inlineVolumes: false, fsGroupPolicy: None}
            """),
    VOLUME_GROUP("""
            driver: {pool: {backend: lvm, volumeGroup: vg0, thinPool: thin, thin: true}}
            """),
    SHARES("""
            driver:
              name: shares.stowage.dev
              dataDir: /var/lib/stowage-shares
              pools:
              - {name: home, backend: shared, source: {type: nfs, server: nas, share: /home, mountOptions: [nconnect=4]}}
              - {name: gluster, backend: shared, source: {type: glusterfs, servers: [a, b], volume: vol0/stowage}}
              - {name: archive, backend: shared, source: {type: fuse, argv: [/usr/bin/bindfs, -f, /srv, "{mountPoint}"]}}
            mounter: {enabled: true, hostPaths: [/srv], image: example.com/stowage-with-more:1}
            snapshotController: {enabled: false}
            """),
    MIXED_POOLS("""
            driver:
              pools:
              - {name: disks, backend: lvm, directory: /var/lib/stowage/disks, volumeGroup: vg0, thinPool: thin}
              - {name: archive, backend: shared, source: {type: fuse, argv: [/usr/bin/bindfs, -f, /srv, "{mountPoint}"]}}
            mounter: {enabled: true, podLabels: {team: storage}, podAnnotations: {note: "1"}}
            """),
    MOVERS("""
            mover: {enabled: true, port: 9444, bandwidthLimit: 100Mi, otherAccounts: [stowage-disk-node]}
            snapshotController: {enabled: false}
            serviceAccounts: {annotations: {note: "1"}, signer: signs-for-movers}
            metrics: {service: true}
            """),
    MOVERS_ON_THE_NETWORK_OF_THE_NODE("""
            mover: {enabled: true}
            hostNetwork: true
            listenAddress: 127.0.0.1
            controller: {podLabels: {team: storage}, podAnnotations: {note: "1"}}
            """),
    CENTRAL("""
            driver: {name: disk.stowage.dev, shape: central, pool: {directory: /mnt/share/stowage}}
            log: {level: debug, format: json}
            """),
    CONTROL("""
            control: {enabled: true}
            snapshotController: {enabled: false}
            controller: {replicas: 1}
            """),
    ON_THE_NETWORK_OF_THE_NODE("""
            hostNetwork: true
            listenAddress: 127.0.0.1
            apiServer: {host: 127.0.0.1, port: 6443}
            kubeletRootDir: /var/lib/k0s/kubelet
            namespace: {create: true}
            """),
    WATCHED("""
            metrics:
              serviceMonitor: {enabled: true, labels: {release: prometheus}}
              dashboard: {enabled: true}
            image: {registry: registry.example.com/storage, tag: "1", pullSecrets: [{name: credentials}]}
            node: {extraArgs: [--v=4], extraEnv: [{name: JDK_JAVA_OPTIONS, value: -Xmx128m}], podLabels: {team: storage}}
            """),
    BARE("""
            snapshotController: {enabled: false}
            csiDriver: {create: false}
            rbac: {create: false}
            serviceAccounts: {create: false, node: custom}
            uninstallGuard: {enabled: false}
            groupSnapshots: {enabled: false}
            storageClasses: []
            snapshotClasses: []
            """);

    private final String settings;

    ChartVariant(String settings) {
        this.settings = settings;
    }

    /// The values file.
    String settings() {
        return settings;
    }

    /// Whether a bare API server knows every kind in it: monitors are the Prometheus operator's.
    boolean isPlain() {
        return this != WATCHED;
    }

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }
}
