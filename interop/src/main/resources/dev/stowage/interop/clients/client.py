"""Lists, watches, creates and deletes a ConfigMap: client.py KUBECONFIG NAME"""

import sys

from kubernetes import client, config, watch

NAMESPACE = "default"


def main(kubeconfig, name):
    config.load_kube_config(config_file=kubeconfig)
    core = client.CoreV1Api()
    revision = core.list_namespaced_config_map(NAMESPACE).metadata.resource_version
    created = client.V1ConfigMap(metadata=client.V1ObjectMeta(name=name), data={"color": "blue"})
    core.create_namespaced_config_map(NAMESPACE, created)
    events = watch.Watch().stream(
        core.list_namespaced_config_map, NAMESPACE, resource_version=revision, timeout_seconds=60
    )
    for event in events:
        if event["object"].metadata.name != name:
            continue
        if event["type"] == "ADDED":
            core.delete_namespaced_config_map(name, NAMESPACE)
        elif event["type"] == "DELETED":
            print("done")
            return
    sys.exit("the watch ended before the object was deleted")


main(sys.argv[1], sys.argv[2])
