package dev.stowage.kube.csitranslation;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.kube.model.PersistentVolume;
import dev.stowage.kube.model.StorageClass;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/// Elastic block storage of Amazon.
final class AwsEbsPlugin implements InTreePlugin {
    private static final String ZONE = "topology.ebs.csi.aws.com/zone";
    private static final String SCHEME = "aws://";

    @Override
    public String name() {
        return "kubernetes.io/aws-ebs";
    }

    @Override
    public String driver() {
        return "ebs.csi.aws.com";
    }

    @Override
    public String field() {
        return "awsElasticBlockStore";
    }

    @Override
    public StorageClass toCsi(StorageClass old) {
        StorageClass zoned = StorageClassParameters.zoned(old, ZONE);
        if (zoned.parameters().keySet().stream()
                .noneMatch(name -> name.toLowerCase(Locale.ROOT).equals("iopspergb"))) {
            return zoned;
        }
        // In-tree, a too small value was rounded up; the driver does so only with this parameter.
        Map<String, String> parameters = new HashMap<>(zoned.parameters());
        parameters.put("allowautoiopspergbincrease", "true");
        return TranslatedObjects.storageClass(zoned, zoned.provisioner(), parameters, zoned.allowedTopologies());
    }

    @Override
    public PersistentVolume toCsi(PersistentVolume old, JsonNode source) {
        String partition = Integer.toString(source.path("partition").asInt());
        return TranslatedObjects.volume(
                old,
                TranslatedObjects.source(
                        driver(), handle(source.path("volumeID").asText("")), source, Map.of("partition", partition)),
                ZoneLabels.toCsi(old, ZONE));
    }

    /// Ids were also written as `aws://ZONE/ID` and `aws:///ID`.
    private static String handle(String id) {
        if (!id.startsWith(SCHEME)) {
            return id;
        }
        int path = id.indexOf('/', SCHEME.length());
        String handle = path < 0 ? "" : id.substring(path).replaceAll("^/+|/+$", "");
        if (!handle.startsWith("vol-") || handle.contains("/")) {
            throw new IllegalArgumentException("\"" + id + "\" is not an Amazon EBS volume id");
        }
        return handle;
    }

    @Override
    public ObjectNode toInTree(PersistentVolume.CsiSource csi, ObjectNode volume) {
        ObjectNode source = InTreeSourceWriter.withPartition(InTreeSourceWriter.of("volumeID", csi.handle(), csi), csi);
        new InTreeAffinity(volume).zones(ZONE, AwsEbsPlugin::region);
        return source;
    }

    private static String region(List<String> zones) {
        Map<String, String> regions = new HashMap<>();
        zones.forEach(zone -> regions.put(zone, region(zone)));
        return ZoneLabels.only(regions);
    }

    /// `us-west-2a`, `us-gov-east-1a`, `us-west-2-lax-1a` and `us-east-1-wl1-bos-wlz-1` are all in use.
    private static String region(String zone) {
        String[] parts = zone.split("-", -1);
        String last = parts[parts.length - 1];
        if ((parts.length == 3 || parts.length == 4) && last.length() == 2) {
            return zone.substring(0, zone.length() - 1);
        }
        if (parts.length == 5 || parts.length == 7) {
            return String.join("-", parts[0], parts[1], parts[2]);
        }
        throw new IllegalArgumentException("\"" + zone + "\" is not an AWS availability zone");
    }
}
