package dev.stowage.apiserver.registry.core.persistentvolume;

import dev.stowage.apiserver.validation.InternalTypeShape;

/// The internal Go form of volumes and claims, as in error messages.
final class VolumeTypeShapes {
    private static final InternalTypeShape SECRET = InternalTypeShape.of("Name=name", "Namespace=namespace");
    private static final InternalTypeShape OBJECT = InternalTypeShape.of(
            "Kind=kind",
            "Namespace=namespace",
            "Name=name",
            "UID=uid",
            "APIVersion=apiVersion",
            "ResourceVersion=resourceVersion",
            "FieldPath=fieldPath");
    private static final InternalTypeShape EXPRESSION =
            InternalTypeShape.of("Key=key", "Operator=operator", "Values=values?");

    static final InternalTypeShape AFFINITY = InternalTypeShape.of()
            .maybe(
                    "Required",
                    "required",
                    InternalTypeShape.of()
                            .maybe(
                                    "NodeSelectorTerms",
                                    "nodeSelectorTerms",
                                    InternalTypeShape.of()
                                            .maybe("MatchExpressions", "matchExpressions", EXPRESSION)
                                            .maybe("MatchFields", "matchFields", EXPRESSION)));

    private static final InternalTypeShape LABEL_SELECTOR = InternalTypeShape.of("matchLabels=matchLabels-")
            .omitted(
                    "matchExpressions",
                    "matchExpressions",
                    InternalTypeShape.of("key=key", "operator=operator", "values=values-"));

    static final InternalTypeShape CLAIM = InternalTypeShape.of("AccessModes=accessModes?")
            .maybe("Selector", "selector", LABEL_SELECTOR)
            .whole("Resources", "resources", InternalTypeShape.of("Limits=limits?", "Requests=requests?"))
            .and("VolumeName=volumeName", "StorageClassName=storageClassName?", "VolumeMode=volumeMode?")
            .maybe("DataSource", "dataSource", InternalTypeShape.of("APIGroup=apiGroup?", "Kind=kind", "Name=name"))
            .maybe(
                    "DataSourceRef",
                    "dataSourceRef",
                    InternalTypeShape.of("APIGroup=apiGroup?", "Kind=kind", "Name=name", "Namespace=namespace?"))
            .and("VolumeAttributesClassName=volumeAttributesClassName?");

    static final InternalTypeShape SOURCE = InternalTypeShape.of()
            .maybe(
                    "GCEPersistentDisk",
                    "gcePersistentDisk",
                    InternalTypeShape.of(
                            "PDName=pdName", "FSType=fsType", "Partition=partition#", "ReadOnly=readOnly!"))
            .maybe(
                    "AWSElasticBlockStore",
                    "awsElasticBlockStore",
                    InternalTypeShape.of(
                            "VolumeID=volumeID", "FSType=fsType", "Partition=partition#", "ReadOnly=readOnly!"))
            .maybe("HostPath", "hostPath", InternalTypeShape.of("Path=path", "Type=type?"))
            .maybe(
                    "Glusterfs",
                    "glusterfs",
                    InternalTypeShape.of(
                            "EndpointsName=endpoints",
                            "Path=path",
                            "ReadOnly=readOnly!",
                            "EndpointsNamespace=endpointsNamespace?"))
            .maybe("NFS", "nfs", InternalTypeShape.of("Server=server", "Path=path", "ReadOnly=readOnly!"))
            .maybe(
                    "RBD",
                    "rbd",
                    InternalTypeShape.of(
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
                    InternalTypeShape.of(
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
                    InternalTypeShape.of("Driver=driver", "FSType=fsType")
                            .maybe("SecretRef", "secretRef", SECRET)
                            .and("ReadOnly=readOnly!", "Options=options?"))
            .maybe(
                    "Cinder",
                    "cinder",
                    InternalTypeShape.of("VolumeID=volumeID", "FSType=fsType", "ReadOnly=readOnly!")
                            .maybe("SecretRef", "secretRef", SECRET))
            .maybe(
                    "CephFS",
                    "cephfs",
                    InternalTypeShape.of("Monitors=monitors?", "Path=path", "User=user", "SecretFile=secretFile")
                            .maybe("SecretRef", "secretRef", SECRET)
                            .and("ReadOnly=readOnly!"))
            .maybe(
                    "FC",
                    "fc",
                    InternalTypeShape.of(
                            "TargetWWNs=targetWWNs?",
                            "Lun=lun?",
                            "FSType=fsType",
                            "ReadOnly=readOnly!",
                            "WWIDs=wwids?"))
            .maybe("Flocker", "flocker", InternalTypeShape.of("DatasetName=datasetName", "DatasetUUID=datasetUUID"))
            .maybe(
                    "AzureFile",
                    "azureFile",
                    InternalTypeShape.of(
                            "SecretName=secretName",
                            "ShareName=shareName",
                            "ReadOnly=readOnly!",
                            "SecretNamespace=secretNamespace?"))
            .maybe(
                    "VsphereVolume",
                    "vsphereVolume",
                    InternalTypeShape.of(
                            "VolumePath=volumePath",
                            "FSType=fsType",
                            "StoragePolicyName=storagePolicyName",
                            "StoragePolicyID=storagePolicyID"))
            .maybe(
                    "AzureDisk",
                    "azureDisk",
                    InternalTypeShape.of(
                            "DiskName=diskName",
                            "DataDiskURI=diskURI",
                            "CachingMode=cachingMode?",
                            "FSType=fsType?",
                            "ReadOnly=readOnly?",
                            "Kind=kind?"))
            .maybe("PhotonPersistentDisk", "photonPersistentDisk", InternalTypeShape.of("PdID=pdID", "FSType=fsType"))
            .maybe(
                    "PortworxVolume",
                    "portworxVolume",
                    InternalTypeShape.of("VolumeID=volumeID", "FSType=fsType", "ReadOnly=readOnly!"))
            .maybe("ScaleIO", "scaleIO", scaleIo())
            .maybe("Local", "local", InternalTypeShape.of("Path=path", "FSType=fsType?"))
            .maybe(
                    "StorageOS",
                    "storageos",
                    InternalTypeShape.of(
                                    "VolumeName=volumeName",
                                    "VolumeNamespace=volumeNamespace",
                                    "FSType=fsType",
                                    "ReadOnly=readOnly!")
                            .maybe("SecretRef", "secretRef", OBJECT))
            .maybe("CSI", "csi", csi());

    private VolumeTypeShapes() {}

    private static InternalTypeShape iscsi() {
        return InternalTypeShape.of(
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

    private static InternalTypeShape scaleIo() {
        return InternalTypeShape.of("Gateway=gateway", "System=system")
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

    private static InternalTypeShape csi() {
        return InternalTypeShape.of(
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
