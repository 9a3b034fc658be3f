package dev.stowage.control.attachdetach;

import dev.stowage.kube.controller.ClusterAction;
import java.util.List;

/// Actions as readable text.
final class AttachActionText {

    private AttachActionText() {}

    static List<String> of(List<ClusterAction> actions) {
        return actions.stream().map(AttachActionText::of).toList();
    }

    private static String of(ClusterAction action) {
        return switch (action) {
            case ClusterAction.Create<?> create ->
                "create " + create.object().path("spec").path("nodeName").asText();
            case ClusterAction.Delete<?> delete ->
                "remove " + delete.seen().meta().uid().substring(2);
            case ClusterAction.PatchObject<?> patchObject ->
                "patch " + patchObject.patch().body();
            case ClusterAction.PostSubresource<?> postSubresource -> "send " + postSubresource.message();
            case ClusterAction.RecordEvent recordEvent ->
                recordEvent.about().key() + " " + recordEvent.reason() + " " + recordEvent.message();
        };
    }
}
