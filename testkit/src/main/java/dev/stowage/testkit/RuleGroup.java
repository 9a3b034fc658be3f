package dev.stowage.testkit;

import dev.stowage.testkit.Rule.Check;
import java.util.List;
import java.util.Optional;

/// The rules of one call, the capability that requires it, and the rule that applies if it is not declared.
record RuleGroup(String title, Optional<CsiCapability> gate, Optional<Rule> otherwise, List<Rule> rules) {

    RuleGroup {
        rules = List.copyOf(rules);
    }

    static RuleGroup always(String title, Rule... rules) {
        return new RuleGroup(title, Optional.empty(), Optional.empty(), List.of(rules));
    }

    static RuleGroup when(CsiCapability gate, String title, Rule otherwise, Rule... rules) {
        return new RuleGroup(title, Optional.of(gate), Optional.of(otherwise), List.of(rules));
    }

    static RuleGroup within(CsiCapability gate, String title, Rule... rules) {
        return new RuleGroup(title, Optional.of(gate), Optional.empty(), List.of(rules));
    }

    boolean open(DeclaredCapabilities declared) {
        return gate.isEmpty() || declared.has(gate.get());
    }

    /// A rule whose capability is missing is still reported, as skipped.
    Check guarded(Rule rule) {
        return trial -> {
            gate.ifPresent(trial::needs);
            rule.check().on(trial);
        };
    }
}
