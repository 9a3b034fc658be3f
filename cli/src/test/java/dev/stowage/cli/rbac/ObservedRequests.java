package dev.stowage.cli.rbac;

import dev.stowage.apiserver.accesscontrol.AccessObserver;
import dev.stowage.apiserver.authentication.UserInfo;
import dev.stowage.apiserver.authorization.AuthorizationAttributes;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/// Records who sent which request, and runs actions just before a given request is handled.
final class ObservedRequests implements AccessObserver {

    private record Request(String user, AuthorizationAttributes authorizationAttributes, boolean allowed) {}

    private final Set<Request> requests = ConcurrentHashMap.newKeySet();
    private final Map<String, Consumer<AuthorizationAttributes>> meddling = new ConcurrentHashMap<>();

    @Override
    public void observe(UserInfo userInfo, AuthorizationAttributes authorizationAttributes, boolean allowed) {
        if (!userInfo.name().startsWith("system:serviceaccount:") || !authorizationAttributes.isResource()) {
            return;
        }
        requests.add(new Request(userInfo.name(), authorizationAttributes, allowed));
        Consumer<AuthorizationAttributes> first = meddling.remove(
                userInfo.name() + " " + authorizationAttributes.verb() + " " + authorizationAttributes.qualified());
        if (first != null) {
            first.accept(authorizationAttributes);
        }
    }

    /// Runs this before the next such request of the account is handled, so that the request comes too late.
    void beforeNext(
            TestServiceAccount testServiceAccount,
            String verb,
            String resource,
            Consumer<AuthorizationAttributes> happening) {
        meddling.put(testServiceAccount.user() + " " + verb + " " + resource, happening);
    }

    boolean hasAsked(TestServiceAccount testServiceAccount, String verb, String resource) {
        return requests.stream()
                .anyMatch(request -> request.user().equals(testServiceAccount.user())
                        && request.authorizationAttributes().verb().equals(verb)
                        && request.authorizationAttributes().qualified().equals(resource));
    }

    /// Requests that were denied.
    List<String> missing(Collection<TestServiceAccount> accounts) {
        List<String> missing = new ArrayList<>();
        for (TestServiceAccount testServiceAccount : accounts) {
            requests.stream()
                    .filter(request -> request.user().equals(testServiceAccount.user()) && !request.allowed())
                    .map(request -> testServiceAccount.name() + ": "
                            + request.authorizationAttributes().verb() + " "
                            + request.authorizationAttributes().qualified() + "."
                            + request.authorizationAttributes().group())
                    .distinct()
                    .sorted()
                    .forEach(missing::add);
        }
        return missing;
    }

    /// Granted permissions that no account used, although each should have been used.
    List<String> unused(Collection<TestServiceAccount> accounts, Collection<RuleFile> sets) {
        List<String> unused = new ArrayList<>();
        for (RuleFile set : sets) {
            for (PolicyRule policyRule : set.rights()) {
                boolean used = accounts.stream()
                        .filter(testServiceAccount -> testServiceAccount.sets().contains(set.name()))
                        .anyMatch(testServiceAccount -> requests.stream()
                                .anyMatch(request -> request.user().equals(testServiceAccount.user())
                                        && policyRule.covers(
                                                request.authorizationAttributes(), TestServiceAccount.NAMESPACE)));
                if (!used && !isRare(policyRule, sets)) {
                    unused.add(set.name() + ": " + policyRule);
                }
            }
        }
        return unused.stream().sorted().toList();
    }

    /// Permissions that only a race or a long wait would use: reading a single object that is also listed,
    /// possibly through another rule set, repeating an event, deleting a certificate request an hour later, and
    /// replacing an authority after months. Also those that are not requests: kube-apiserver asks for them itself
    /// when a user approves or signs, and the embedded server does not.
    private static boolean isRare(PolicyRule policyRule, Collection<RuleFile> sets) {
        PolicyRule list = new PolicyRule("list", policyRule.group(), policyRule.resource(), policyRule.home());
        return switch (policyRule.verb()) {
            case "get" -> sets.stream().anyMatch(set -> set.rights().contains(list));
            case "patch" -> policyRule.resource().equals("events");
            case "delete" -> policyRule.resource().equals("certificatesigningrequests");
            case "update" -> policyRule.resource().equals("secrets");
            case "approve", "sign" -> policyRule.resource().equals("signers");
            default -> false;
        };
    }
}
