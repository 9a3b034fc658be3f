package dev.stowage.sidecar.topology;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stowage.csi.v1.Topology;
import dev.stowage.k8s.LabelRequirement;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AccessibilityRequirementsTest {

    /// A cluster in memory: topology keys and labels of each node.
    private static final class Nodes implements TopologyState {
        private final Map<String, List<String>> keys = new TreeMap<>();
        private final Map<String, Map<String, String>> labels = new HashMap<>();

        Nodes with(String name, String keysOfDriver, String labelsOfNode) {
            keys.put(name, keysOfDriver.isEmpty() ? List.of() : List.of(keysOfDriver.split(" ")));
            labels.put(name, segment(labelsOfNode).labels());
            return this;
        }

        @Override
        public Optional<List<String>> topologyKeys(String node) {
            return Optional.ofNullable(keys.get(node));
        }

        @Override
        public List<String> anyTopologyKeys() {
            return keys.values().stream()
                    .filter(all -> !all.isEmpty())
                    .findFirst()
                    .orElse(List.of());
        }

        @Override
        public Optional<TopologySegment> segmentOf(String node, List<String> of) {
            return Optional.ofNullable(labels.get(node)).flatMap(found -> TopologySegment.of(of, found));
        }

        @Override
        public List<TopologySegment> segmentsBy(List<String> of) {
            return labels.values().stream()
                    .flatMap(node -> TopologySegment.of(of, node).stream())
                    .distinct()
                    .toList();
        }
    }

    private static final Nodes ZONES = new Nodes()
            .with("n1", "zone rack", "zone=a rack=1 color=red")
            .with("n2", "zone rack", "zone=b rack=1")
            .with("n3", "zone rack", "zone=a rack=2")
            .with("n4", "zone rack", "zone=a rack=1")
            .with("n5", "", "zone=c rack=1")
            .with("bare", "zone rack", "zone=d");

    /// Segments are separated by `|`, their labels by blanks. Labels in the result are sorted by name.
    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiter = ';', quoteCharacter = '"', textBlock = """
            # what                             ; node ; strict ; immediate ; allowed        ; requisite                                          ; preferred
            nobody chose, driver does not ask  ;      ; false  ; false     ;                ; anywhere                                           ;
            strict means nothing without a node;      ; true   ; false     ;                ; anywhere                                           ;
            node, all others after it          ; n2   ; false  ; true      ;                ; rack=1 zone=a|rack=1 zone=b|rack=1 zone=c|rack=2 zone=a ; rack=1 zone=b|rack=1 zone=c|rack=2 zone=a|rack=1 zone=a
            node, driver does not ask          ; n3   ; false  ; false     ;                ; rack=1 zone=a|rack=1 zone=b|rack=1 zone=c|rack=2 zone=a ; rack=2 zone=a|rack=1 zone=a|rack=1 zone=b|rack=1 zone=c
            node alone                         ; n3   ; true   ; true      ;                ; rack=2 zone=a                                      ; rack=2 zone=a
            node alone, allowed                ; n1   ; true   ; true      ; zone=a,b       ; rack=1 zone=a                                      ; rack=1 zone=a
            allowed, in the order of names     ; n2   ; false  ; true      ; zone=b,a       ; zone=a|zone=b                                      ; zone=b|zone=a
            allowed more than once             ; n1   ; false  ; true      ; zone=a|zone=a,b; zone=a|zone=b                                      ; zone=a|zone=b
            allowed without any value          ; n1   ; false  ; true      ; zone=          ; anywhere                                           ;
            allowed without any value, no node ;      ; false  ; true      ; zone=          ; anywhere                                           ;
            allowed, driver does not ask       ;      ; false  ; false     ; zone=a         ; zone=a                                             ; zone=a
            allowed by two keys                ; n1   ; false  ; true      ; zone=a,b rack=1; rack=1 zone=a|rack=1 zone=b                        ; rack=1 zone=a|rack=1 zone=b
            fewer labels come first            ; n3   ; false  ; true      ; zone=a rack=2|zone=z ; zone=z|rack=2 zone=a                         ; rack=2 zone=a|zone=z
            """)
    void requirementsContainTheAllowedSegments(
            String what,
            String node,
            boolean strict,
            boolean immediate,
            String allowed,
            String requisite,
            String preferred) {
        var request = new AccessibilityRequest("data", allowed(text(allowed)), text(node), strict, immediate);
        AccessibilityDecision accessibilityDecision = AccessibilityRequirements.decide(request, ZONES);
        if (requisite.equals("anywhere")) {
            assertThat(accessibilityDecision).as(what).isEqualTo(new AccessibilityDecision.Anywhere());
        } else {
            assertThat(accessibilityDecision)
                    .as(what)
                    .isInstanceOfSatisfying(AccessibilityDecision.Require.class, require -> {
                        assertThat(places(require.requirement().getRequisiteList()))
                                .isEqualTo(requisite);
                        assertThat(places(require.requirement().getPreferredList()))
                                .isEqualTo(preferred);
                    });
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = ';', textBlock = """
            n5   ; false ;        ; no topology key found for node n5
            bare ; false ;        ; the labels of the selected node bare lack some of the topology keys of its CSINode [zone, rack]
            n1   ; true  ; zone=b ; selected node n1 with topology [rack=1, zone=a] is not in the allowed topologies [[zone=b]]
            n1   ; true  ; zone=  ; selected node n1 with topology [rack=1, zone=a] is not in the allowed topologies []
            n1   ; false ; zone=b ; topology [rack=1, zone=a] of the selected node n1 is in none of the places that are possible: [[zone=b]]
            """)
    void impossibleRequestsAreRejectedWithTheReason(String node, boolean strict, String allowed, String why) {
        var request = new AccessibilityRequest("data", allowed(text(allowed)), node, strict, true);
        assertThat(AccessibilityRequirements.decide(request, ZONES)).isEqualTo(new AccessibilityDecision.NotNow(why));
    }

    @Test
    void nodeWithoutItsCsiNodeIsLeftToTheScheduler() {
        var request = new AccessibilityRequest("data", List.of(), "gone", false, true);
        assertThat(AccessibilityRequirements.decide(request, ZONES))
                .isEqualTo(new AccessibilityDecision.Reschedule(
                        "failed to get selected CSINode gone: csinode.storage.k8s.io \"gone\" not found"));
    }

    @Test
    void clusterWithoutTheDriverHasNoPlace() {
        var request = new AccessibilityRequest("data", List.of(), "", false, true);
        assertThat(AccessibilityRequirements.decide(request, new Nodes().with("n", "", "zone=a")))
                .isEqualTo(new AccessibilityDecision.NotNow("no available topology found"));
        assertThat(AccessibilityRequirements.decide(request, new Nodes().with("n", "zone", "rack=1")))
                .isEqualTo(new AccessibilityDecision.NotNow("topology keys [zone] were not found on any nodes"));
    }

    /// The values are those of 32-bit FNV-1, as in Go's `fnv.New32`.
    @ParameterizedTest
    @CsvSource({"'', 811c9dc5", "a, 050c5d7e", "foobar, 31f0b262"})
    void namesAreHashedByFnv1(String text, String hash) {
        assertThat(StatefulSetSpread.fnv32(text)).isEqualTo((int) Long.parseLong(hash, 16));
    }

    @Test
    void membersOfASetFollowEachOtherAndTheirClaimsMeet() {
        int first = StatefulSetSpread.start("data-db-0", 3);
        assertThat(StatefulSetSpread.start("data-db-1", 3)).isEqualTo((first + 1) % 3);
        assertThat(StatefulSetSpread.start("data-db-2", 3)).isEqualTo((first + 2) % 3);
        assertThat(StatefulSetSpread.start("log-db-1", 3)).isEqualTo(StatefulSetSpread.start("data-db-1", 3));
        assertThat(StatefulSetSpread.start("db-4", 3)).isEqualTo((first + 4) % 3);
    }

    @Test
    void namesWithoutAnOrdinalAreHashedWhole() {
        assertThat(StatefulSetSpread.start("data-db-x", 1000))
                .isEqualTo(Integer.remainderUnsigned(StatefulSetSpread.fnv32("data-db-x"), 1000));
        assertThat(StatefulSetSpread.start("data-db-4294967296", 1000))
                .isEqualTo(Integer.remainderUnsigned(StatefulSetSpread.fnv32("data-db-4294967296"), 1000));
        assertThat(StatefulSetSpread.start("data-db-4294967295", 1000))
                .isEqualTo(Integer.remainderUnsigned(StatefulSetSpread.fnv32("db") - 1, 1000));
        assertThat(StatefulSetSpread.start("x-", 7))
                .isEqualTo(Integer.remainderUnsigned(StatefulSetSpread.fnv32("x-"), 7));
    }

    @Test
    void claimsWithoutANodeBeginAtDifferentPlaces() {
        List<String> firsts = List.of("data-db-0", "data-db-1", "data-db-2", "data-db-3").stream()
                .map(name -> AccessibilityRequirements.decide(
                        new AccessibilityRequest(name, List.of(), "", false, true), ZONES))
                .map(accessibilityDecision -> places(((AccessibilityDecision.Require) accessibilityDecision)
                        .requirement()
                        .getPreferredList()
                        .subList(0, 1)))
                .toList();
        assertThat(firsts)
                .containsExactlyInAnyOrder("rack=1 zone=a", "rack=1 zone=b", "rack=1 zone=c", "rack=2 zone=a");
    }

    private static String text(String cell) {
        return cell == null ? "" : cell;
    }

    private static List<List<LabelRequirement>> allowed(String text) {
        return text.isEmpty()
                ? List.of()
                : Arrays.stream(text.split("\\|"))
                        .map(alternative -> Arrays.stream(alternative.split(" "))
                                .map(AccessibilityRequirementsTest::label)
                                .toList())
                        .toList();
    }

    private static LabelRequirement label(String text) {
        String values = text.substring(text.indexOf('=') + 1);
        return LabelRequirement.in(
                text.substring(0, text.indexOf('=')), values.isEmpty() ? List.of() : List.of(values.split(",")));
    }

    static TopologySegment segment(String labels) {
        return new TopologySegment(Arrays.stream(labels.split(" "))
                .map(label -> label.split("="))
                .map(label -> new TopologySegment.Entry(label[0], label[1]))
                .toList());
    }

    private static String places(List<Topology> topologies) {
        return topologies.stream()
                .map(topology -> TopologySegment.of(topology.getSegmentsMap()).entries().stream()
                        .map(TopologySegment.Entry::toString)
                        .collect(Collectors.joining(" ")))
                .collect(Collectors.joining("|"));
    }
}
