package dev.stowage.interop.sidecar.recording;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.List;
import org.junit.jupiter.api.Test;

final class ObjectFieldsTest {

    @Test
    void fieldsStandInTheOrderOfTheirPathsAndBookkeepingIsLeftOut() throws Exception {
        assertThat(ObjectFields.of(
                        json("{'spec':{'b':[{'x':1}],'a':'t'},'metadata':{'uid':'u','labels':{'a.b/c':'d'}}}")))
                .containsExactly("metadata.labels[a.b/c] = \"d\"", "spec.a = \"t\"", "spec.b[0].x = 1");
    }

    @Test
    void changesNameWhatCameWentAndBecameOtherwise() throws Exception {
        assertThat(changes("{'a':1,'b':2,'c':3}", "{'a':1,'b':4,'d':5}")).containsExactly("b = 4", "c gone", "d = 5");
    }

    @Test
    void ofFinalizersItIsSaidWhichCameAndWhichWent() throws Exception {
        assertThat(changes("{'metadata':{'finalizers':['a','b']}}", "{'metadata':{'finalizers':['b','c']}}"))
                .containsExactly("metadata.finalizers + \"c\"", "metadata.finalizers - \"a\"");
    }

    @Test
    void finalizerOfKubernetesItselfIsNobodysChange() throws Exception {
        assertThat(changes("{'f':['a','kubernetes.io/pv-protection']}", "{'f':['a']}"))
                .isEmpty();
    }

    @Test
    void finalizerThatTheSnapshotControllerAddsIsNotOursButItsRemovalIs() throws Exception {
        String without = "{'f':['a']}";
        String with = "{'f':['a','snapshot.storage.kubernetes.io/volumesnapshotcontent-bound-protection']}";
        assertThat(changes(without, with)).isEmpty();
        assertThat(changes(with, without)).hasSize(1);
    }

    @Test
    void laterTimeIsNoChangeButTheFirstOneIs() throws Exception {
        assertThat(changes("{'t':'2026-01-01T00:00:00Z'}", "{'t':'2026-01-01T00:00:01Z'}"))
                .isEmpty();
        assertThat(changes("{}", "{'t':'2026-01-01T00:00:01Z'}")).hasSize(1);
    }

    private static List<String> changes(String before, String after) throws JsonProcessingException {
        return ObjectFields.changes(json(before), json(after));
    }

    private static JsonNode json(String text) throws JsonProcessingException {
        return new ObjectMapper().readTree(text.replace('\'', '"'));
    }
}
