// Lists, watches, creates and deletes a ConfigMap: client.mjs KUBECONFIG NAME
import * as k8s from '@kubernetes/client-node';

const namespace = 'default';
const [kubeconfig, name] = process.argv.slice(2);

const config = new k8s.KubeConfig();
config.loadFromFile(kubeconfig);
const core = config.makeApiClient(k8s.CoreV1Api);
const list = await core.listNamespacedConfigMap({ namespace });

function fail(text) {
  console.error(text);
  process.exit(1);
}

setTimeout(() => fail('no events within 60 s'), 60_000);
const events = new Map();
const seen = (type) => new Promise((resolve) => events.set(type, resolve));
const added = seen('ADDED');
const deleted = seen('DELETED');
await new k8s.Watch(config).watch(
  `/api/v1/namespaces/${namespace}/configmaps`,
  { resourceVersion: list.metadata.resourceVersion },
  (type, object) => {
    if (object.metadata.name === name) {
      events.get(type)?.();
    }
  },
  (error) => fail(`the watch ended: ${error}`),
);
await core.createNamespacedConfigMap({ namespace, body: { metadata: { name }, data: { color: 'blue' } } });
await added;
await core.deleteNamespacedConfigMap({ name, namespace });
await deleted;
console.log('done');
process.exit(0);
