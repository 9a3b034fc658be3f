package dev.stowage.sidecar.provisioner.journal;

import dev.stowage.kube.client.ApiFailure;
import dev.stowage.kube.client.KubeClient;
import dev.stowage.kube.model.PersistentVolumeClaim;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/// The claims for which volumes may exist without a PersistentVolume, stored at the API server, so that the
/// next process knows what this one left behind.
///
/// They are in Leases next to the one for leader election, because provisioners are allowed to write leases.
/// A namespace has its notes in one of several: one with very many claims that cannot be provisioned takes
/// the room of few others, and claims that are created together share a write. Thread-safe.
public final class ProvisioningJournal {
    private static final int LEASES = 8;

    /// The only one in earlier versions. What is in it stays there until it is settled.
    private final JournalLease earlier;
    private final List<JournalLease> leases;

    /// @param owner identifies the process among those that run at the same time
    /// @param found called for claims that another process recorded
    public ProvisioningJournal(KubeClient api, String namespace, String owner, Consumer<PersistentVolumeClaim> found) {
        earlier = new JournalLease(api, namespace, "stowage-provisioning-" + owner, found);
        leases = IntStream.range(0, LEASES)
                .mapToObj(number -> new JournalLease(api, namespace, leaseName(owner, number), found))
                .toList();
    }

    /// A dot, because the name of another owner may end with a dash and a number.
    static String leaseName(String owner, int number) {
        return "stowage-provisioning." + number + "." + owner;
    }

    /// The same in every process: the hash of a string is defined by the language.
    static int leaseOf(String namespace) {
        return Math.floorMod(namespace.hashCode(), LEASES);
    }

    private Stream<JournalLease> all() {
        return Stream.concat(Stream.of(earlier), leases.stream());
    }

    /// Reads what other processes wrote: also a predecessor that may not have noticed yet that it lost its lease.
    public void read() throws ApiFailure, InterruptedException {
        for (JournalLease lease : all().toList()) {
            lease.read();
        }
    }

    /// Returns when the entry is written.
    ///
    /// @param annotations the annotations of the claim that the request for its volume depends on
    public void add(PersistentVolumeClaim claim, Set<String> annotations)
            throws ApiFailure, JournalFullException, InterruptedException {
        String uid = claim.meta().uid();
        if (!earlier.contains(uid)) {
            leases.get(leaseOf(claim.meta().namespace())).add(uid, JournaledClaim.of(claim, annotations));
        }
    }

    /// The entry is no longer needed. The next write removes it.
    ///
    /// @return whether it existed
    boolean remove(ClaimId id) {
        boolean removed = leases.get(leaseOf(id.key().namespace())).remove(id.uid());
        return earlier.remove(id.uid()) || removed;
    }

    /// Writes pending changes.
    void flush() throws ApiFailure, InterruptedException {
        ApiFailure failure = null;
        for (JournalLease lease : all().toList()) {
            try {
                lease.flush();
            } catch (ApiFailure e) {
                failure = e;
            }
        }
        if (failure != null) {
            throw failure;
        }
    }
}
