package dev.stowage.sdk;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class VolumeHandleTest {

    @Test
    void aHandleOfSeveralPartsIsASafeIdAndKeepsItsText() {
        String handle = "nas.example.com#export/home#team/db ö=#pvc-4bcbf944#retain";

        VolumeId id = VolumeId.parse(handle).orElseThrow();

        assertThat(id.value()).matches("[A-Za-z0-9._:=-]+");
        assertThat(id.handle()).isEqualTo(handle);
        assertThat(VolumeId.parse("nas#a#b")).isNotEqualTo(VolumeId.parse("nas#a/b"));
    }

    @Test
    void partsMayBeSeparatedBySlashes() {
        VolumeId id = VolumeId.parse("nas.example.com/export/home/../db").orElseThrow();

        assertThat(id.value()).isEqualTo("nas.example.com=2Fexport=2Fhome=2F..=2Fdb");
        assertThat(id.handle()).isEqualTo("nas.example.com/export/home/../db");
    }

    @Test
    void otherTextsAreNotTouched() {
        assertThat(VolumeId.of("name").handle()).isEqualTo(VolumeId.of("name").value());
        assertThat(new VolumeId("a=3Db").handle()).isEqualTo("a=3Db");
        assertThat(VolumeId.parse("../#a#b")).isEmpty();
        assertThat(VolumeId.parse("../../a")).isEmpty();
        assertThat(VolumeId.parse("/a/b")).isEmpty();
        assertThat(VolumeId.parse("a b")).isEmpty();
        assertThat(VolumeId.parse("a#" + "b".repeat(200))).isEmpty();
    }
}
