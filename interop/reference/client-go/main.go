// client-go lists, watches, creates and deletes a ConfigMap, and follows it with an informer.
//
//	client-go KUBECONFIG NAME
package main

import (
	"context"
	"fmt"
	"os"
	"time"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/watch"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/tools/cache"
	"k8s.io/client-go/tools/clientcmd"
)

const namespace = "default"

func main() {
	ctx, cancel := context.WithTimeout(context.Background(), 60*time.Second)
	defer cancel()
	if err := run(ctx, os.Args[1], os.Args[2]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	fmt.Println("done")
}

func run(ctx context.Context, kubeconfig, name string) error {
	config, err := clientcmd.BuildConfigFromFlags("", kubeconfig)
	if err != nil {
		return err
	}
	clientset, err := kubernetes.NewForConfig(config)
	if err != nil {
		return err
	}
	maps := clientset.CoreV1().ConfigMaps(namespace)
	list, err := maps.List(ctx, metav1.ListOptions{})
	if err != nil {
		return fmt.Errorf("list: %w", err)
	}

	added := make(chan string, 16)
	factory := informers.NewSharedInformerFactoryWithOptions(clientset, 0, informers.WithNamespace(namespace))
	informer := factory.Core().V1().ConfigMaps().Informer()
	if _, err := informer.AddEventHandler(cache.ResourceEventHandlerFuncs{
		AddFunc: func(object any) { added <- object.(*corev1.ConfigMap).Name },
	}); err != nil {
		return err
	}
	factory.Start(ctx.Done())
	if !cache.WaitForCacheSync(ctx.Done(), informer.HasSynced) {
		return fmt.Errorf("the informer did not start")
	}

	watcher, err := maps.Watch(ctx, metav1.ListOptions{ResourceVersion: list.ResourceVersion})
	if err != nil {
		return fmt.Errorf("watch: %w", err)
	}
	defer watcher.Stop()
	object := &corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Name: name}, Data: map[string]string{"color": "blue"}}
	if _, err := maps.Create(ctx, object, metav1.CreateOptions{}); err != nil {
		return fmt.Errorf("create: %w", err)
	}
	if err := expect(ctx, watcher, watch.Added, name); err != nil {
		return err
	}
	if err := informed(ctx, added, name); err != nil {
		return err
	}
	if err := maps.Delete(ctx, name, metav1.DeleteOptions{}); err != nil {
		return fmt.Errorf("delete: %w", err)
	}
	return expect(ctx, watcher, watch.Deleted, name)
}

// expect waits for an event about one object; others of the namespace are skipped.
func expect(ctx context.Context, watcher watch.Interface, kind watch.EventType, name string) error {
	for {
		select {
		case event, open := <-watcher.ResultChan():
			if !open {
				return fmt.Errorf("the watch ended before %s %s", kind, name)
			}
			object, isMap := event.Object.(*corev1.ConfigMap)
			if isMap && object.Name == name && event.Type == kind {
				return nil
			}
		case <-ctx.Done():
			return fmt.Errorf("no event %s %s: %w", kind, name, ctx.Err())
		}
	}
}

func informed(ctx context.Context, added <-chan string, name string) error {
	for {
		select {
		case each := <-added:
			if each == name {
				return nil
			}
		case <-ctx.Done():
			return fmt.Errorf("the informer did not report %s: %w", name, ctx.Err())
		}
	}
}
