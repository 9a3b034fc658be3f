package dev.stowage.apiserver.group.core;

import dev.stowage.apiserver.validation.Shape;

/// How refusals show volumes and claims.
final class PersistentVolumeShapes {
    private static final Shape SECRET = Shape.of("Name=name", "Namespace=namespace");
    private static final Shape OBJECT = Shape.of(
            "Kind=kind",
            "Namespace=namespace",
            "Name=name",
            "UID=uid",
            "APIVersion=apiVersion",
            "ResourceVersion=resourceVersion",
            "FieldPath=fieldPath");
    private static final Shape EXPRESSION = Shape.of("Key=key", "Operator=operator", "Values=values?");

    static final Shape AFFINITY = Shape.of()
            .maybe(
                    "Required",
                    "required",
                    Shape.of()
                            .maybe(
                                    "NodeSelectorTerms",
                                    "nodeSelectorTerms",
                                    Shape.of()
                                            .maybe("MatchExpressions", "matchExpressions", EXPRESSION)
                                            .maybe("MatchFields", "matchFields", EXPRESSION)));

    private static final Shape LABEL_SELECTOR = Shape.of("matchLabels=matchLabels-")
            .omitted(
                    "matchExpressions", "matchExpressions", Shape.of("key=key", "operator=operator", "values=values-"));

    static final Shape CLAIM = Shape.of("AccessModes=accessModes?")
            .maybe("Selector", "selector", LABEL_SELECTOR)
            .whole("Resources", "resources", Shape.of("Limits=limits?", "Requests=requests?"))
            .and("VolumeName=volumeName", "StorageClassName=storageClassName?", "VolumeMode=volumeMode?")
            .maybe("DataSource", "dataSource", Shape.of("APIGroup=apiGroup?", "Kind=kind", "Name=name"))
            .maybe(
                    "DataSourceRef",
                    "dataSourceRef",
                    Shape.of("APIGroup=apiGroup?", "Kind=kind", "Name=name", "Namespace=namespace?"))
            .and("VolumeAttributesClassName=volumeAttributesClassName?");

    static final Shape SOURCE = Shape.of()
            .maybe(
                    "GCEPersistentDisk",
                    "gcePersistentDisk",
                    Shape.of("PDName=pdName", "FSType=fsType", "Partition=partition#", "ReadOnly=readOnly!"))
            .maybe(
                    "AWSElasticBlockStore",
                    "awsElasticBlockStore",
                    Shape.of("VolumeID=volumeID", "FSType=fsType", "Partition=partition#", "ReadOnly=readOnly!"))
            .maybe("HostPath", "hostPath", Shape.of("Path=path", "Type=type?"))
            .maybe(
                    "Glusterfs",
                    "glusterfs",
                    Shape.of(
                            "EndpointsName=endpoints",
                            "Path=path",
                            "ReadOnly=readOnly!",
                            "EndpointsNamespace=endpointsNamespace?"))
            .maybe("NFS", "nfs", Shape.of("Server=server", "Path=path", "ReadOnly=readOnly!"))
            .maybe(
                    "RBD",
                    "rbd",
                    Shape.of(
                                    "CephMonitors=monitors?",
                                    "RBDImage=image",
                                    "FSType=fsType",
                                    "RBDPool=pool",
                                    "RadosUser=user",
                                    "Keyring=keyring")
                            .maybe("SecretRef", "secretRef", SECRET)
                            .and("ReadOnly=readOnly!"))
            .maybe(
                    "Quobyte",
                    "quobyte",
                    Shape.of(
                            "Registry=registry",
                            "Volume=volume",
                            "ReadOnly=readOnly!",
                            "User=user",
                            "Group=group",
                            "Tenant=tenant"))
            .maybe("ISCSI", "iscsi", iscsi())
            .maybe(
                    "FlexVolume",
                    "flexVolume",
                    Shape.of("Driver=driver", "FSType=fsType")
                            .maybe("SecretRef", "secretRef", SECRET)
                            .and("ReadOnly=readOnly!", "Options=options?"))
            .maybe(
                    "Cinder",
                    "cinder",
                    Shape.of("VolumeID=volumeID", "FSType=fsType", "ReadOnly=readOnly!")
                            .maybe("SecretRef", "secretRef", SECRET))
            .maybe(
                    "CephFS",
                    "cephfs",
                    Shape.of("Monitors=monitors?", "Path=path", "User=user", "SecretFile=secretFile")
                            .maybe("SecretRef", "secretRef", SECRET)
                            .and("ReadOnly=readOnly!"))
            .maybe(
                    "FC",
                    "fc",
                    Shape.of(
                            "TargetWWNs=targetWWNs?",
                            "Lun=lun?",
                            "FSType=fsType",
                            "ReadOnly=readOnly!",
                            "WWIDs=wwids?"))
            .maybe("Flocker", "flocker", Shape.of("DatasetName=datasetName", "DatasetUUID=datasetUUID"))
            .maybe(
                    "AzureFile",
                    "azureFile",
                    Shape.of(
                            "SecretName=secretName",
                            "ShareName=shareName",
                            "ReadOnly=readOnly!",
                            "SecretNamespace=secretNamespace?"))
            .maybe(
                    "VsphereVolume",
                    "vsphereVolume",
                    Shape.of(
                            "VolumePath=volumePath",
                            "FSType=fsType",
                            "StoragePolicyName=storagePolicyName",
                            "StoragePolicyID=storagePolicyID"))
            .maybe(
                    "AzureDisk",
                    "azureDisk",
                    Shape.of(
                            "DiskName=diskName",
                            "DataDiskURI=diskURI",
                            "CachingMode=cachingMode?",
                            "FSType=fsType?",
                            "ReadOnly=readOnly?",
                            "Kind=kind?"))
            .maybe("PhotonPersistentDisk", "photonPersistentDisk", Shape.of("PdID=pdID", "FSType=fsType"))
            .maybe(
                    "PortworxVolume",
                    "portworxVolume",
                    Shape.of("VolumeID=volumeID", "FSType=fsType", "ReadOnly=readOnly!"))
            .maybe("ScaleIO", "scaleIO", scaleIo())
            .maybe("Local", "local", Shape.of("Path=path", "FSType=fsType?"))
            .maybe(
                    "StorageOS",
                    "storageos",
                    Shape.of(
                                    "VolumeName=volumeName",
                                    "VolumeNamespace=volumeNamespace",
                                    "FSType=fsType",
                                    "ReadOnly=readOnly!")
                            .maybe("SecretRef", "secretRef", OBJECT))
            .maybe("CSI", "csi", csi());

    private PersistentVolumeShapes() {}

    private static Shape iscsi() {
        return Shape.of(
                        "TargetPortal=targetPortal",
                        "IQN=iqn",
                        "Lun=lun#",
                        "ISCSIInterface=iscsiInterface",
                        "FSType=fsType",
                        "ReadOnly=readOnly!",
                        "Portals=portals?",
                        "DiscoveryCHAPAuth=chapAuthDiscovery!",
                        "SessionCHAPAuth=chapAuthSession!")
                .maybe("SecretRef", "secretRef", SECRET)
                .and("InitiatorName=initiatorName?");
    }

    private static Shape scaleIo() {
        return Shape.of("Gateway=gateway", "System=system")
                .maybe("SecretRef", "secretRef", SECRET)
                .and(
                        "SSLEnabled=sslEnabled!",
                        "ProtectionDomain=protectionDomain",
                        "StoragePool=storagePool",
                        "StorageMode=storageMode",
                        "VolumeName=volumeName",
                        "FSType=fsType",
                        "ReadOnly=readOnly!");
    }

    private static Shape csi() {
        return Shape.of(
                        "Driver=driver",
                        "VolumeHandle=volumeHandle",
                        "ReadOnly=readOnly!",
                        "FSType=fsType",
                        "VolumeAttributes=volumeAttributes?")
                .maybe("ControllerPublishSecretRef", "controllerPublishSecretRef", SECRET)
                .maybe("NodeStageSecretRef", "nodeStageSecretRef", SECRET)
                .maybe("NodePublishSecretRef", "nodePublishSecretRef", SECRET)
                .maybe("ControllerExpandSecretRef", "controllerExpandSecretRef", SECRET)
                .maybe("NodeExpandSecretRef", "nodeExpandSecretRef", SECRET);
    }
}
