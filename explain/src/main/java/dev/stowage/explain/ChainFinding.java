package dev.stowage.explain;

import dev.stowage.explain.cause.Evidence;
import dev.stowage.explain.cause.Finding;
import dev.stowage.explain.cause.FindingRank;
import dev.stowage.explain.cause.Remedy;
import dev.stowage.explain.cause.ResponsibleParty;
import dev.stowage.explain.chain.ChainLink;
import dev.stowage.explain.chain.ChainStatus;
import dev.stowage.explain.chain.LinkKind;
import dev.stowage.explain.chain.VolumeChain;
import dev.stowage.explain.clusterstate.KubeResource;
import dev.stowage.explain.clusterstate.ResourceEvent;
import dev.stowage.explain.clusterstate.ResourceKind;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/// The finding when no cause in the catalog applies: the broken or pending link, and the last warnings.
final class ChainFinding {
    /// A warning older than this may be about a problem that is solved.
    private static final Duration FRESH = Duration.ofMinutes(10);
    /// Most steps take seconds.
    private static final Duration USUAL = Duration.ofMinutes(1);

    private static final int MOST_EVIDENCE = 5;

    private ChainFinding() {}

    static Optional<Finding> of(VolumeChain volumeChain) {
        ChainStatus chainStatus = ChainStatus.of(volumeChain);
        List<Evidence> warnings = warnings(volumeChain);
        Optional<ChainLink> broken = chainStatus.broken();
        if (broken.isPresent()) {
            return Optional.of(broken(volumeChain, broken.get(), warnings));
        }
        return chainStatus
                .waitedFor()
                .map(chainLink ->
                        warnings.isEmpty() ? waiting(volumeChain, chainLink) : told(volumeChain, chainLink, warnings));
    }

    private static Finding broken(VolumeChain volumeChain, ChainLink chainLink, List<Evidence> warnings) {
        Evidence state = new Evidence(subject(chainLink), chainLink.text(), Duration.ZERO, 0);
        return new Finding(
                "broken-link",
                FindingRank.CAUSE,
                chainLink.kind(),
                subject(chainLink) + ": " + chainLink.text() + ".",
                ResponsibleParty.CLUSTER_ADMIN,
                Stream.concat(Stream.of(state), warnings.stream()).toList(),
                describe(volumeChain),
                Optional.empty(),
                Duration.ZERO);
    }

    private static Finding waiting(VolumeChain volumeChain, ChainLink chainLink) {
        return new Finding(
                "waiting",
                FindingRank.WAITING,
                chainLink.kind(),
                "Waiting (expected): " + subject(chainLink) + ": " + chainLink.text() + ".",
                ResponsibleParty.NOBODY,
                List.of(new Evidence(subject(chainLink), chainLink.text(), Duration.ZERO, 0)),
                describe(volumeChain),
                begin(volumeChain, chainLink.kind()),
                USUAL);
    }

    private static Finding told(VolumeChain volumeChain, ChainLink chainLink, List<Evidence> warnings) {
        Evidence latest = warnings.getFirst();
        return new Finding(
                "told",
                FindingRank.TOLD,
                chainLink.kind(),
                subject(chainLink) + ": " + chainLink.text() + "; the last warning: " + latest.text(),
                ResponsibleParty.CLUSTER_ADMIN,
                warnings,
                describe(volumeChain),
                begin(volumeChain, chainLink.kind()),
                Duration.ZERO);
    }

    private static List<Evidence> warnings(VolumeChain volumeChain) {
        Instant now = volumeChain.clusterState().taken();
        return Stream.of(
                        volumeChain.pod(),
                        volumeChain.claim(),
                        volumeChain.volume(),
                        volumeChain.snapshot(),
                        volumeChain.content())
                .flatMap(Optional::stream)
                .flatMap(kubeResource -> volumeChain.clusterState().events(kubeResource).stream()
                        .filter(ResourceEvent::warning)
                        .filter(told -> Duration.between(told.last(), now).compareTo(FRESH) < 0)
                        .limit(1)
                        .map(told -> Evidence.event(kubeResource, told, now)))
                .limit(MOST_EVIDENCE)
                .toList();
    }

    private static Optional<Instant> begin(VolumeChain volumeChain, LinkKind part) {
        Optional<KubeResource> thing =
                part == LinkKind.POD || part == LinkKind.MOUNT ? volumeChain.pod() : volumeChain.claim();
        return thing.or(volumeChain::volume)
                .or(() -> Optional.of(volumeChain.subject()))
                .flatMap(each -> each.time("/metadata/creationTimestamp"));
    }

    private static List<Remedy> describe(VolumeChain volumeChain) {
        KubeResource subject = volumeChain.subject();
        String where = subject.namespace().isEmpty() ? "" : " -n " + subject.namespace();
        ResourceKind resourceKind = subject.kind();
        return List.of(Remedy.safe(
                "Show the object and its events.",
                "kubectl describe " + resourceKind.singularName() + " " + subject.name() + where));
    }

    private static String subject(ChainLink chainLink) {
        String part = chainLink.kind().name().toLowerCase(Locale.ROOT);
        return chainLink.name().isEmpty() ? "the " + part : part + " " + chainLink.name();
    }
}
