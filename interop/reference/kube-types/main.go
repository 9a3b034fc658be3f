// Command kube-types writes the types of the Kubernetes API as Stowage's API server reads them. Each group and version
// has two files: NAME.types with a line for each field, and NAME.descriptions with the texts of `kubectl explain`.
//
// Names, order, empty values and protobuf numbers come from the Go structs, everything else from the OpenAPI definitions
// that Kubernetes generates of them. The class TypeTable explains the format. A fact that the format cannot express ends
// the program with an error: a new kind of field must not get lost unnoticed.
package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"

	"google.golang.org/protobuf/encoding/protowire"
	admissionregistrationv1 "k8s.io/api/admissionregistration/v1"
	appsv1 "k8s.io/api/apps/v1"
	authenticationv1 "k8s.io/api/authentication/v1"
	authorizationv1 "k8s.io/api/authorization/v1"
	autoscalingv1 "k8s.io/api/autoscaling/v1"
	autoscalingv2 "k8s.io/api/autoscaling/v2"
	batchv1 "k8s.io/api/batch/v1"
	certificatesv1 "k8s.io/api/certificates/v1"
	coordinationv1 "k8s.io/api/coordination/v1"
	corev1 "k8s.io/api/core/v1"
	discoveryv1 "k8s.io/api/discovery/v1"
	eventsv1 "k8s.io/api/events/v1"
	flowcontrolv1 "k8s.io/api/flowcontrol/v1"
	networkingv1 "k8s.io/api/networking/v1"
	nodev1 "k8s.io/api/node/v1"
	policyv1 "k8s.io/api/policy/v1"
	rbacv1 "k8s.io/api/rbac/v1"
	resourcev1 "k8s.io/api/resource/v1"
	schedulingv1 "k8s.io/api/scheduling/v1"
	storagev1 "k8s.io/api/storage/v1"
	apiextensionsv1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/util/intstr"
	apiregistrationv1 "k8s.io/kube-aggregator/pkg/apis/apiregistration/v1"
	"k8s.io/kube-openapi/pkg/common"
	"k8s.io/kube-openapi/pkg/validation/spec"
	"k8s.io/kubernetes/pkg/generated/openapi"
)

// The groups and versions that have a table, each with a type that tells its package. What belongs to no group in
// particular is in the table of meta/v1.
var served = []struct {
	group  schema.GroupVersion
	add    func(*runtime.Scheme) error
	sample any
}{
	{admissionregistrationv1.SchemeGroupVersion, admissionregistrationv1.AddToScheme, admissionregistrationv1.MutatingWebhookConfiguration{}},
	{apiextensionsv1.SchemeGroupVersion, apiextensionsv1.AddToScheme, apiextensionsv1.CustomResourceDefinition{}},
	{apiregistrationv1.SchemeGroupVersion, apiregistrationv1.AddToScheme, apiregistrationv1.APIService{}},
	{appsv1.SchemeGroupVersion, appsv1.AddToScheme, appsv1.Deployment{}},
	{authenticationv1.SchemeGroupVersion, authenticationv1.AddToScheme, authenticationv1.TokenReview{}},
	{authorizationv1.SchemeGroupVersion, authorizationv1.AddToScheme, authorizationv1.SubjectAccessReview{}},
	{autoscalingv1.SchemeGroupVersion, autoscalingv1.AddToScheme, autoscalingv1.Scale{}},
	{autoscalingv2.SchemeGroupVersion, autoscalingv2.AddToScheme, autoscalingv2.HorizontalPodAutoscaler{}},
	{batchv1.SchemeGroupVersion, batchv1.AddToScheme, batchv1.Job{}},
	{certificatesv1.SchemeGroupVersion, certificatesv1.AddToScheme, certificatesv1.CertificateSigningRequest{}},
	{coordinationv1.SchemeGroupVersion, coordinationv1.AddToScheme, coordinationv1.Lease{}},
	{corev1.SchemeGroupVersion, corev1.AddToScheme, corev1.Pod{}},
	{discoveryv1.SchemeGroupVersion, discoveryv1.AddToScheme, discoveryv1.EndpointSlice{}},
	{eventsv1.SchemeGroupVersion, eventsv1.AddToScheme, eventsv1.Event{}},
	{flowcontrolv1.SchemeGroupVersion, flowcontrolv1.AddToScheme, flowcontrolv1.FlowSchema{}},
	{networkingv1.SchemeGroupVersion, networkingv1.AddToScheme, networkingv1.Ingress{}},
	{nodev1.SchemeGroupVersion, nodev1.AddToScheme, nodev1.RuntimeClass{}},
	{policyv1.SchemeGroupVersion, policyv1.AddToScheme, policyv1.PodDisruptionBudget{}},
	{rbacv1.SchemeGroupVersion, rbacv1.AddToScheme, rbacv1.Role{}},
	{resourcev1.SchemeGroupVersion, resourcev1.AddToScheme, resourcev1.ResourceClaim{}},
	{schedulingv1.SchemeGroupVersion, schedulingv1.AddToScheme, schedulingv1.PriorityClass{}},
	{storagev1.SchemeGroupVersion, storagev1.AddToScheme, storagev1.StorageClass{}},
	{metav1.Unversioned, metav1.AddMetaToScheme, metav1.Status{}},
}

// Structs that are a single value in JSON.
var scalars = map[reflect.Type]string{
	reflect.TypeFor[metav1.Time]():                                  "time",
	reflect.TypeFor[metav1.MicroTime]():                             "microtime",
	reflect.TypeFor[resource.Quantity]():                            "quantity",
	reflect.TypeFor[intstr.IntOrString]():                           "int-or-string",
	reflect.TypeFor[metav1.FieldsV1]():                              "any:FieldsV1",
	reflect.TypeFor[runtime.RawExtension]():                         "any:RawExtension",
	reflect.TypeFor[apiextensionsv1.JSON]():                         "any:JSON",
	reflect.TypeFor[apiextensionsv1.JSONSchemaPropsOrArray]():       "any:JSONSchemaPropsOrArray",
	reflect.TypeFor[apiextensionsv1.JSONSchemaPropsOrBool]():        "any:JSONSchemaPropsOrBool",
	reflect.TypeFor[apiextensionsv1.JSONSchemaPropsOrStringArray](): "any:JSONSchemaPropsOrStringArray",
}

// Structs whose JSON is the value of one of their fields: the last one that is set, empty or not.
var unions = []reflect.Type{
	reflect.TypeFor[apiextensionsv1.JSONSchemaPropsOrArray](),
	reflect.TypeFor[apiextensionsv1.JSONSchemaPropsOrBool](),
	reflect.TypeFor[apiextensionsv1.JSONSchemaPropsOrStringArray](),
}

// Lists that Go keeps although they are empty: who sends `managedFields: []` resets the field managers.
var keptEmpty = map[string]bool{"io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta.managedFields": true}

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "usage: kube-types DIRECTORY")
		os.Exit(2)
	}
	if err := run(os.Args[1]); err != nil {
		fmt.Fprintln(os.Stderr, "kube-types:", err)
		os.Exit(1)
	}
}

func run(directory string) error {
	all, err := collect()
	if err != nil {
		return err
	}
	for _, t := range all {
		slices.SortFunc(t.types, func(a, b reflect.Type) int { return strings.Compare(a.Name(), b.Name()) })
		types, err := t.fields()
		if err != nil {
			return err
		}
		if err := os.WriteFile(filepath.Join(directory, t.name+".types"), types, 0o644); err != nil {
			return err
		}
		descriptions := t.descriptions()
		if err := os.WriteFile(filepath.Join(directory, t.name+".descriptions"), descriptions, 0o644); err != nil {
			return err
		}
	}
	return nil
}

// tables are all tables by the path of their Go package.
type tables map[string]*table

type table struct {
	all         tables
	name        string
	prefix      string
	group       schema.GroupVersion
	definitions map[string]common.OpenAPIDefinition
	marks       map[reflect.Type]string
	types       []reflect.Type
}

// collect finds the types that are served and all that they consist of.
func collect() (tables, error) {
	scheme := runtime.NewScheme()
	definitions := openapi.GetOpenAPIDefinitions(func(path string) spec.Ref { return spec.MustCreateRef(path) })
	all := tables{}
	for _, each := range served {
		if err := each.add(scheme); err != nil {
			return nil, err
		}
		sample := reflect.TypeOf(each.sample)
		parts := strings.Split(sample.PkgPath(), "/")
		all[sample.PkgPath()] = &table{
			all:         all,
			name:        strings.Join(parts[len(parts)-2:], "."),
			prefix:      strings.TrimSuffix(modelName(sample), "."+sample.Name()),
			group:       each.group,
			definitions: definitions,
			marks:       map[reflect.Type]string{},
		}
	}
	groups := map[reflect.Type][]schema.GroupVersion{}
	for kind, t := range scheme.AllKnownTypes() {
		_, isMessage := reflect.PointerTo(t).MethodByName("Marshal")
		if isMessage && kind.Version != runtime.APIVersionInternal {
			groups[t] = append(groups[t], kind.GroupVersion())
		}
	}
	for t, of := range groups {
		if err := all.add(t); err != nil {
			return nil, err
		}
		home := all[t.PkgPath()]
		if len(of) > 1 {
			home.marks[t] = " everywhere"
		} else if of[0] == home.group {
			home.marks[t] = " kind"
		}
	}
	for _, t := range unions {
		if err := all.add(t); err != nil {
			return nil, err
		}
		all[t.PkgPath()].marks[t] = " union"
	}
	return all, nil
}

// add files a struct and every struct in it.
func (all tables) add(t reflect.Type) error {
	home, ok := all[t.PkgPath()]
	if !ok {
		return fmt.Errorf("no table has the types of %s, such as %s", t.PkgPath(), t.Name())
	}
	if slices.Contains(home.types, t) {
		return nil
	}
	home.types = append(home.types, t)
	for i := range t.NumField() {
		inner := t.Field(i).Type
		for inner.Kind() == reflect.Pointer || inner.Kind() == reflect.Slice || inner.Kind() == reflect.Map {
			inner = inner.Elem()
		}
		if _, scalar := scalars[inner]; scalar || inner.Kind() != reflect.Struct || t.Field(i).Tag.Get("json") == "-" {
			continue
		}
		if err := all.add(inner); err != nil {
			return fmt.Errorf("%s of %w", t.Field(i).Name, err)
		}
	}
	return nil
}

func modelName(t reflect.Type) string {
	if named, ok := reflect.Zero(t).Interface().(interface{ OpenAPIModelName() string }); ok {
		return named.OpenAPIModelName()
	}
	return t.String()
}

// definition is what OpenAPI says of a type.
func (t *table) definition(of reflect.Type) (*spec.Schema, error) {
	definition, ok := t.definitions[modelName(of)]
	if !ok {
		return nil, fmt.Errorf("no OpenAPI definition of %s", modelName(of))
	}
	return &definition.Schema, nil
}

func (t *table) fields() ([]byte, error) {
	var out bytes.Buffer
	group := t.group.Group
	if group == "" {
		group = `""`
	}
	fmt.Fprintf(&out, "package %s\ngroup %s\nversion %s\n", t.prefix, group, t.group.Version)
	fmt.Fprintf(&out, "# Generated by: ./stowage interop types --rewrite\n")
	for _, each := range t.types {
		definition, err := t.definition(each)
		if err != nil {
			return nil, err
		}
		fmt.Fprintf(&out, "\n%s%s", each.Name(), t.marks[each])
		if extension(definition, "x-kubernetes-map-type") == "atomic" {
			fmt.Fprint(&out, " atomic")
		}
		fmt.Fprintln(&out)
		for i := range each.NumField() {
			line, err := t.line(each, each.Field(i), definition)
			if err != nil {
				return nil, fmt.Errorf("%s.%s: %w", modelName(each), each.Field(i).Name, err)
			}
			out.WriteString(line)
		}
	}
	return out.Bytes(), nil
}

// line is a field as the table has it.
func (t *table) line(of reflect.Type, field reflect.StructField, definition *spec.Schema) (string, error) {
	tag := strings.Split(field.Tag.Get("json"), ",")
	if tag[0] == "-" {
		return "", nil
	}
	written, err := t.typeName(field.Type)
	if err != nil {
		return "", err
	}
	number, err := protobufNumber(of, field, written)
	if err != nil {
		return "", err
	}
	if field.Anonymous && tag[0] == "" {
		return fmt.Sprintf("  . %s %s\n", number, written), t.checkInlined(field.Type, definition)
	}
	if slices.Contains(unions, of) {
		_, name, _ := strings.Cut(field.Tag.Get("protobuf"), "name=")
		return fmt.Sprintf("  %s %s %s?\n", name, number, written), nil
	}
	property, ok := definition.Properties[tag[0]]
	if !ok {
		return "", fmt.Errorf("OpenAPI knows no field %q", tag[0])
	}
	empty := emptyMark(field, tag)
	if keptEmpty[modelName(of)+"."+tag[0]] {
		empty = "?"
	}
	required, omitted := slices.Contains(definition.Required, tag[0]), slices.Contains(tag, "omitempty")
	marks, err := marksOf(field, &property, required, omitted)
	if err != nil {
		return "", err
	}
	return fmt.Sprintf("  %s %s %s%s%s\n", tag[0], number, written, empty, marks), nil
}

// checkInlined fails when OpenAPI says something else of fields in their own struct than of the same fields inlined.
func (t *table) checkInlined(inner reflect.Type, definition *spec.Schema) error {
	own, err := t.definition(inner)
	if err != nil {
		return err
	}
	for name, property := range own.Properties {
		if !reflect.DeepEqual(property, definition.Properties[name]) {
			return fmt.Errorf("%s is not the same inlined", name)
		}
		if slices.Contains(own.Required, name) != slices.Contains(definition.Required, name) {
			return fmt.Errorf("%s is not required in the same way inlined", name)
		}
	}
	return nil
}

// typeName is a Go type as the table writes it.
func (t *table) typeName(of reflect.Type) (string, error) {
	if scalar, ok := scalars[of]; ok {
		return scalar, nil
	}
	name := ""
	switch of.Kind() {
	case reflect.Pointer:
		return t.typeName(of.Elem())
	case reflect.Map:
		values, err := t.typeName(of.Elem())
		if of.Key().Kind() != reflect.String {
			err = fmt.Errorf("a map by %s", of.Key())
		}
		return "{}" + values, err
	case reflect.Slice:
		if of.Elem().Kind() == reflect.Uint8 {
			return "bytes", nil
		}
		items, err := t.typeName(of.Elem())
		if _, isMessage := reflect.PointerTo(of).MethodByName("Marshal"); isMessage {
			return "~[]" + items, err
		}
		return "[]" + items, err
	case reflect.Struct:
		home := t.all[of.PkgPath()]
		if home == t {
			return of.Name(), nil
		}
		return home.name + "." + of.Name(), nil
	case reflect.String:
		name = "string"
	case reflect.Bool:
		name = "boolean"
	case reflect.Int32:
		name = "int32"
	case reflect.Int64:
		name = "int64"
	case reflect.Float64:
		name = "number"
	default:
		return "", fmt.Errorf("the table has no word for the type %s", of)
	}
	switch path := strings.Split(of.PkgPath(), "/"); path[len(path)-1] {
	case "":
		return name, nil
	case t.group.Version:
		return name + ":" + of.Name(), nil
	default:
		return name + ":" + of.String(), nil
	}
}

// protobufNumber is that of the field in its message, or a minus when it has none. How it lies there follows from its type: the
// tag says it as well, but not always what the generated code does, so that is what is checked.
func protobufNumber(of reflect.Type, field reflect.StructField, written string) (string, error) {
	tag := field.Tag.Get("protobuf")
	if tag == "" {
		return "-", nil
	}
	number := strings.Split(tag, ",")[1]
	expected := protowire.BytesType
	switch scalar, _, _ := strings.Cut(strings.TrimPrefix(written, "[]"), ":"); scalar {
	case "boolean", "int32", "int64":
		expected = protowire.VarintType
	case "number":
		expected = protowire.Fixed64Type
	}
	message := reflect.New(of)
	switch value := message.Elem().FieldByIndex(field.Index); value.Kind() {
	case reflect.Pointer:
		value.Set(reflect.New(field.Type.Elem()))
	case reflect.Slice:
		value.Set(reflect.MakeSlice(field.Type, 1, 1))
	case reflect.Map:
		value.Set(reflect.MakeMap(field.Type))
		value.SetMapIndex(reflect.Zero(field.Type.Key()), reflect.Zero(field.Type.Elem()))
	}
	wire, err := message.Interface().(interface{ Marshal() ([]byte, error) }).Marshal()
	if err != nil {
		return "", err
	}
	for len(wire) > 0 {
		found, kind, length := protowire.ConsumeTag(wire)
		if fmt.Sprint(found) == number && kind == expected {
			return number, nil
		}
		wire = wire[length:]
		wire = wire[protowire.ConsumeFieldValue(found, kind, wire):]
	}
	return "", fmt.Errorf("its message has no field %s of the wire type %d", number, expected)
}

// emptyMark says what becomes of an empty value: see TypeTable.
func emptyMark(field reflect.StructField, tag []string) string {
	omitted := slices.Contains(tag, "omitempty")
	switch {
	case field.Type.Kind() == reflect.Pointer && omitted:
		return "?"
	case field.Type.Kind() == reflect.Pointer:
		return "?!"
	case slices.Contains(tag, "omitzero"):
		return ""
	case omitted && field.Type.Kind() != reflect.Struct:
		return ""
	default:
		return "!"
	}
}

// marksOf is the end of a line: what OpenAPI says of a field beside its type.
func marksOf(field reflect.StructField, property *spec.Schema, required, omitted bool) (string, error) {
	var out strings.Builder
	if required {
		out.WriteString(" required")
	}
	if preset := property.Default; preset != nil {
		text, err := json.Marshal(preset)
		if err != nil || strings.Contains(string(text), " ") {
			return "", fmt.Errorf("the default %v cannot be written: %v", preset, err)
		}
		// openapi-gen invents an empty default for whatever is always written.
		automatic := field.Type.Kind() != reflect.Pointer && !omitted && reflect.ValueOf(preset).IsZero()
		if !automatic && string(text) != "{}" {
			fmt.Fprintf(&out, " default=%s", text)
		}
	}
	for _, kind := range []string{"x-kubernetes-list-type", "x-kubernetes-map-type"} {
		switch value := extension(property, kind); value {
		case "", "map":
		case "atomic", "granular", "set":
			out.WriteString(" " + value)
		default:
			return "", fmt.Errorf("unknown %s %s", kind, value)
		}
	}
	if keys, ok := property.Extensions["x-kubernetes-list-map-keys"].([]interface{}); ok {
		fmt.Fprintf(&out, " keys=%s", join(keys, ","))
	}
	if strategy := extension(property, "x-kubernetes-patch-strategy"); strategy != "" {
		for _, each := range strings.Split(strategy, ",") {
			switch key := extension(property, "x-kubernetes-patch-merge-key"); each {
			case "merge":
				out.WriteString(" merge")
				if key != "" {
					out.WriteString("=" + key)
				}
			case "retainKeys":
				out.WriteString(" retain")
			case "replace":
				out.WriteString(" replace")
			default:
				return "", fmt.Errorf("unknown patch strategy %s", each)
			}
		}
	}
	choices := property.Enum
	if property.Items != nil && property.Items.Schema != nil {
		choices = property.Items.Schema.Enum
	}
	if property.AdditionalProperties != nil && property.AdditionalProperties.Schema != nil {
		choices = property.AdditionalProperties.Schema.Enum
	}
	if len(choices) > 0 {
		fmt.Fprintf(&out, " enum=%s", join(choices, "|"))
	}
	return out.String(), nil
}

func extension(of *spec.Schema, name string) string {
	text, _ := of.Extensions.GetString(name)
	return text
}

func join(values []interface{}, separator string) string {
	texts := make([]string, 0, len(values))
	for _, value := range values {
		texts = append(texts, fmt.Sprint(value))
	}
	return strings.Join(texts, separator)
}

// descriptions has a block for each type, in which each field has a line. They are not in the other file because nobody
// needs them until a user runs kubectl explain. A field that is inlined is described where it comes from.
func (t *table) descriptions() []byte {
	var out bytes.Buffer
	escape := strings.NewReplacer("\\", "\\\\", "\n", "\\n")
	for i, each := range t.types {
		definition, _ := t.definition(each)
		if i > 0 {
			fmt.Fprintln(&out)
		}
		fmt.Fprintln(&out, strings.TrimSpace(each.Name()+" "+escape.Replace(definition.Description)))
		for j := range each.NumField() {
			name, _, _ := strings.Cut(each.Field(j).Tag.Get("json"), ",")
			if property, ok := definition.Properties[name]; ok && property.Description != "" {
				fmt.Fprintf(&out, "  %s %s\n", name, escape.Replace(property.Description))
			}
		}
	}
	return out.Bytes()
}
