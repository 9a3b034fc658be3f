package dev.stowage.sidecar.provisioner;

import dev.stowage.kube.client.ApiFailure;
import dev.stowage.kube.csitranslation.CsiTranslator;
import dev.stowage.kube.model.PersistentVolume;
import dev.stowage.kube.model.VolumeAttachment;
import dev.stowage.sidecar.provisioner.extension.ProvisioningException;
import dev.stowage.sidecar.provisioner.extension.ProvisioningState;
import dev.stowage.sidecar.provisioner.request.DeleteVolumeSecrets;
import dev.stowage.sidecar.provisioner.request.InTreeTranslation;
import dev.stowage.sidecar.provisioner.request.VolumeCalls;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Deletes the volume of a released PersistentVolume at the driver.
///
/// The PersistentVolume is read from the server right before the call. A watch that is broken may be silent for
/// minutes, and meanwhile an administrator has set the policy to Retain, or the volume has another claim.
final class VolumeDeletion {
    private static final Logger log = LoggerFactory.getLogger(VolumeDeletion.class);

    private final Set<String> names;
    private final ProvisionerInformers informers;
    private final VolumeCalls calls;
    private final DeleteVolumeSecrets secrets;

    /// @param names the provisioner names that we serve
    VolumeDeletion(Set<String> names, ProvisionerInformers informers, VolumeCalls calls, DeleteVolumeSecrets secrets) {
        this.names = names;
        this.informers = informers;
        this.calls = calls;
        this.secrets = secrets;
    }

    /// @return false when it must not be deleted after all; the cache then has the object as the server has it
    boolean delete(PersistentVolume volume) throws ProvisioningException, ApiFailure, InterruptedException {
        PersistentVolume.CsiSource csi = InTreeTranslation.toCsi(volume).csi();
        if (csi == null) {
            throw new ProvisioningException(ProvisioningState.NO_CHANGE, "invalid CSI PV");
        }
        calls.checkCapabilities(false);
        List<VolumeAttachment> attached = informers.attachmentsOf(volume.meta().name());
        if (!attached.isEmpty()) {
            throw new ProvisioningException(
                    ProvisioningState.NO_CHANGE,
                    "persistentvolume " + volume.meta().name() + " is still attached to node "
                            + attached.getFirst().nodeName());
        }
        Map<String, String> given = secrets.of(volume);
        if (!isStillReleased(volume)) {
            log.info("Volume {} is not deleted: its PersistentVolume has changed.", volume.key());
            return false;
        }
        calls.delete(csi.handle(), given, CsiTranslator.isMigrated(volume));
        return true;
    }

    private boolean isStillReleased(PersistentVolume volume) throws ApiFailure, InterruptedException {
        return informers
                .volumes()
                .fetch(volume.key())
                .filter(now -> now.meta().uid().equals(volume.meta().uid()))
                .filter(now -> VolumeDecision.of(now, names) == VolumeDecision.DELETE)
                .isPresent();
    }
}
