package dev.stowage.testkit;

import static dev.stowage.testkit.Rule.rule;
import static org.assertj.core.api.Assertions.assertThat;

import dev.stowage.csi.v1.GetPluginCapabilitiesRequest;
import dev.stowage.csi.v1.GetPluginInfoRequest;
import dev.stowage.csi.v1.GetPluginInfoResponse;
import dev.stowage.csi.v1.PluginCapability;
import dev.stowage.csi.v1.ProbeRequest;
import dev.stowage.csi.v1.ProbeResponse;
import java.nio.charset.StandardCharsets;

final class IdentityRules {

    private static final String DOMAIN_NAME = "[A-Za-z0-9]([A-Za-z0-9.-]{0,61}[A-Za-z0-9])?";
    private static final int MAP_LIMIT = 4096;

    private IdentityRules() {}

    static RuleGroup info() {
        return RuleGroup.always(
                "GetPluginInfo",
                rule(
                        "the name is a domain name of at most 63 characters",
                        trial -> assertThat(info(trial).getName()).matches(DOMAIN_NAME)),
                rule(
                        "the vendor version is set",
                        trial -> assertThat(info(trial).getVendorVersion())
                                .isNotBlank()
                                .satisfies(version -> assertThat(version.getBytes(StandardCharsets.UTF_8))
                                        .hasSizeLessThanOrEqualTo(128))),
                rule(
                        "the manifest is within 4 KiB",
                        trial -> assertThat(info(trial).getManifestMap().entrySet().stream()
                                        .mapToInt(entry -> (entry.getKey() + entry.getValue())
                                                .getBytes(StandardCharsets.UTF_8)
                                                .length)
                                        .sum())
                                .isLessThanOrEqualTo(MAP_LIMIT)),
                rule(
                        "the answer does not change",
                        trial -> assertThat(info(trial)).isEqualTo(info(trial))));
    }

    static RuleGroup capabilities() {
        return RuleGroup.always(
                "GetPluginCapabilities",
                rule(
                        "every entry has a type",
                        trial -> assertThat(DeclaredCapabilities.plugin(trial.driverConnection()))
                                .allSatisfy(entry -> assertThat(entry.getService()
                                                        .getTypeValue()
                                                + entry.getVolumeExpansion().getTypeValue())
                                        .isPositive())),
                rule(
                        "nothing is declared twice",
                        trial -> assertThat(DeclaredCapabilities.plugin(trial.driverConnection()))
                                .doesNotHaveDuplicates()),
                rule("the answer does not change", trial -> {
                    var first = trial.ok(
                            CsiMethods.GET_PLUGIN_CAPABILITIES, GetPluginCapabilitiesRequest.getDefaultInstance());
                    assertThat(trial.ok(
                                    CsiMethods.GET_PLUGIN_CAPABILITIES,
                                    GetPluginCapabilitiesRequest.getDefaultInstance()))
                            .isEqualTo(first);
                }),
                rule(
                        "volume expansion is declared once",
                        trial -> assertThat(DeclaredCapabilities.plugin(trial.driverConnection()).stream()
                                        .filter(PluginCapability::hasVolumeExpansion))
                                .hasSizeLessThanOrEqualTo(1)));
    }

    static RuleGroup probe() {
        return RuleGroup.always("Probe", rule("a started driver is ready", trial -> {
            ProbeResponse answer = trial.ok(CsiMethods.PROBE, ProbeRequest.getDefaultInstance());
            assertThat(!answer.hasReady() || answer.getReady().getValue())
                    .as("ready is true or unset")
                    .isTrue();
        }));
    }

    private static GetPluginInfoResponse info(Trial trial) {
        return trial.ok(CsiMethods.GET_PLUGIN_INFO, GetPluginInfoRequest.getDefaultInstance());
    }
}
