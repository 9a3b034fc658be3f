package dev.stowage.explain.report;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.stowage.explain.Explanation;
import dev.stowage.explain.cause.Evidence;
import dev.stowage.explain.cause.Finding;
import dev.stowage.explain.cause.Remedy;
import dev.stowage.explain.chain.ChainLink;
import dev.stowage.explain.clusterstate.KubeResource;
import dev.stowage.k8s.json.Json;
import java.time.Duration;
import java.time.Instant;
import java.util.Locale;
import java.util.TreeMap;

/// The JSON report. Fields are added but never change their meaning; otherwise `schema` is incremented.
public final class JsonReport {
    private static final int SCHEMA = 1;

    private JsonReport() {}

    public static ObjectNode of(Explanation answer) {
        ObjectNode json = Json.object().put("schema", SCHEMA);
        KubeResource subject = answer.subject();
        json.putObject("subject")
                .put("kind", subject.kind().singularName())
                .put("namespace", subject.namespace())
                .put("name", subject.name());
        json.put("taken", answer.clusterState().taken().toString());
        json.put("serverVersion", answer.clusterState().version());
        json.put("wrong", answer.isWrong());
        json.put("verdict", answer.first().map(Finding::verdict).orElse("No problem with its volumes was found."));
        ArrayNode chain = json.putArray("chain");
        answer.chain().forEach(chainLink -> write(chainLink, chain.addObject()));
        ArrayNode findings = json.putArray("findings");
        answer.findings()
                .forEach(finding -> write(finding, answer.clusterState().taken(), findings.addObject()));
        ObjectNode unseen = json.putObject("unseen");
        new TreeMap<>(answer.clusterState().notListed())
                .forEach((resourceKind, why) -> unseen.put(resourceKind.plural(), why));
        return json;
    }

    private static void write(ChainLink chainLink, ObjectNode json) {
        json.put("part", word(chainLink.kind()))
                .put("name", chainLink.name())
                .put("state", word(chainLink.linkState()))
                .put("text", chainLink.text());
    }

    private static void write(Finding finding, Instant now, ObjectNode json) {
        json.put("situation", finding.cause())
                .put("weight", word(finding.rank()))
                .put("part", word(finding.link()))
                .put("verdict", finding.verdict())
                .put("actor", word(finding.responsibleParty()));
        finding.since()
                .ifPresent(since -> json.put("since", since.toString())
                        .put("forSeconds", Duration.between(since, now).toSeconds()));
        json.put("usualSeconds", finding.usual().toSeconds());
        ArrayNode evidence = json.putArray("evidence");
        finding.evidence().forEach(each -> write(each, evidence.addObject()));
        ArrayNode remedies = json.putArray("remedies");
        finding.remedies().forEach(each -> write(each, remedies.addObject()));
    }

    private static void write(Evidence evidence, ObjectNode json) {
        json.put("where", evidence.where())
                .put("text", evidence.text())
                .put("ageSeconds", evidence.age().toSeconds())
                .put("count", evidence.count());
    }

    private static void write(Remedy remedy, ObjectNode json) {
        json.put("why", remedy.why())
                .put("command", remedy.command())
                .put("dangerous", remedy.isDangerous())
                .put("risk", remedy.risk());
    }

    /// Enum names as in the JSON: `storage-admin`.
    private static String word(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
