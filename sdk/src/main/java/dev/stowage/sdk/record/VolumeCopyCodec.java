package dev.stowage.sdk.record;

import dev.stowage.sdk.Bytes;
import dev.stowage.sdk.TransferFormat;
import dev.stowage.sdk.TransferHeader;
import dev.stowage.sdk.VolumeId;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;

/// [VolumeCopy] as a record.
record VolumeCopyCodec() implements RecordCodec<VolumeCopy> {

    @Override
    public Map<String, Object> write(VolumeCopy copy) {
        Map<String, Object> object = new LinkedHashMap<>();
        object.put("state", state(copy));
        object.put("generation", copy.generation());
        switch (copy) {
            case VolumeCopy.Fenced fenced -> object.put("destination", fenced.destination());
            case VolumeCopy.Standby standby -> object.put("content", standby.content());
            case VolumeCopy.Receiving receiving -> {
                receiving.complete().ifPresent(content -> object.put("content", content));
                object.put("header", write(receiving.header()));
                object.put("parameters", receiving.parameters());
                object.put("durable", receiving.durable());
                object.put("verified", receiving.verified());
            }
            case VolumeCopy.Active _, VolumeCopy.Activating _, VolumeCopy.Deleting _ -> {}
        }
        return object;
    }

    private static String state(VolumeCopy copy) {
        return switch (copy) {
            case VolumeCopy.Active _ -> "active";
            case VolumeCopy.Fenced _ -> "fenced";
            case VolumeCopy.Receiving _ -> "receiving";
            case VolumeCopy.Standby _ -> "standby";
            case VolumeCopy.Activating _ -> "activating";
            case VolumeCopy.Deleting _ -> "deleting";
        };
    }

    private static Map<String, Object> write(TransferHeader header) {
        Map<String, Object> object = new LinkedHashMap<>();
        object.put("format", header.format().name());
        object.put("content", header.content());
        header.base().ifPresent(base -> object.put("base", base));
        object.put("size", header.size().count());
        object.put("sourceVolume", header.sourceVolume().value());
        object.put("attributes", header.attributes());
        return object;
    }

    @Override
    public VolumeCopy read(JsonObject object) throws IOException {
        long generation = object.number("generation");
        String state = object.text("state");
        return switch (state) {
            case "active" -> new VolumeCopy.Active(generation);
            case "fenced" -> new VolumeCopy.Fenced(generation, object.text("destination"));
            case "receiving" ->
                new VolumeCopy.Receiving(
                        generation,
                        object.optionalText("content"),
                        header(object.object("header")),
                        object.object("parameters").texts(),
                        object.number("durable"),
                        object.bool("verified"));
            case "standby" -> new VolumeCopy.Standby(generation, object.text("content"));
            case "activating" -> new VolumeCopy.Activating(generation);
            case "deleting" -> new VolumeCopy.Deleting(generation);
            default -> throw new IOException("unknown state \"" + state + "\"");
        };
    }

    private static TransferFormat format(String name) throws IOException {
        for (TransferFormat format : TransferFormat.values()) {
            if (format.name().equals(name)) {
                return format;
            }
        }
        throw new IOException("unknown format \"" + name + "\"");
    }

    private static TransferHeader header(JsonObject object) throws IOException {
        return new TransferHeader(
                format(object.optionalText("format").orElse(TransferFormat.BLOCKS.name())),
                object.text("content"),
                object.optionalText("base"),
                Bytes.of(object.number("size")),
                new VolumeId(object.text("sourceVolume")),
                object.object("attributes").texts());
    }
}
