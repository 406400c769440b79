package rest

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/swaggest/jsonschema-go"
	"go.yaml.in/yaml/v3"

	"assay/analysis"
	"assay/analysis/evaluation"
	"assay/analysis/optional"
	"assay/api/account"
	"assay/api/analyse"
	"assay/api/annotate"
	"assay/api/card"
	"assay/api/define"
	"assay/api/drill"
	"assay/api/events"
	"assay/api/games"
	"assay/api/laboratory"
	"assay/api/live"
	"assay/api/players"
	"assay/api/present"
	"assay/api/problem"
	"assay/api/puzzles"
	"assay/api/ratings"
	"assay/api/records"
	"assay/api/repertoires"
	"assay/api/request"
	"assay/api/search"
	"assay/api/statistics"
	"assay/api/studies"
	"assay/api/twins"
	"assay/store"
)

// schemaTypes are the Go types of the document's schemas. Schemas without a
// type here are written in schemas.yaml, or generated from parameters.
var schemaTypes = map[string]any{
	"InvitationInput":    acceptance{},
	"LiveBoards":         live.Boards{},
	"Annotation":         annotate.AnnotationView{},
	"AnnotationHistory":  annotate.AnnotationHistory{},
	"AnnotationInput":    annotate.AnnotationInput{},
	"AnnotationPage":     annotate.AnnotationPage{},
	"Archived":           archived{},
	"ArchivedText":       recordLine{},
	"Arrow":              analysis.Arrow{},
	"Caller":             callerView{},
	"CheckedDefinition":  card.Checked{},
	"CommentPolicy":      annotate.CommentPolicy{},
	"CommentsInput":      annotate.CommentsInput{},
	"CompletionList":     define.CompletionList{},
	"CountLine":          search.CountLine{},
	"Coverage":           []games.Coverage{},
	"Credentials":        credentials{},
	"AuditEntry":         account.AuditEntry{},
	"AuditPage":          account.AuditPage{},
	"DefinitionLanguage": card.Language{},
	"DefinitionProblem":  card.Problem{},
	"UploadResult":       records.Delivered{},
	"DiffLine":           present.DiffLine{},
	"Difference":         present.Difference{},
	"DeliveryPage":       account.DeliveryPage{},
	"Draft":              define.DraftView{},
	"Design":             define.Design{},
	"DesignInput":        define.DesignInput{},
	"DraftInput":         define.DraftInput{},
	"Error":              analysis.Error{},
	"Event":              events.EventView{},
	"EventInput":         events.EventInput{},
	"EventPage":          events.EventPage{},
	"ExternalID":         games.ExternalID{},
	"Explanation":        search.Explanation{},
	"ExplorerResult":     search.Explored{},
	"FaultSummary":       games.FaultSummary{},
	"Game":               gameResponse{},
	"GameAnalysis":       gameAnalysis{},
	"GamePage":           games.GamePage{},
	"GameSummary":        games.GameSummary{},
	"HeaderInput":        records.HeaderInput{},
	"Health":             Health{},
	"Hit":                search.Hit{},
	"ChangePage":         games.ChangePage{},
	"ChangeView":         games.ChangeView{},
	"JobPage":            analyse.JobPage{},
	"ImportedGame":       records.Imported{},
	"Invitation":         account.Invitation{},
	"Job":                analyse.JobView{},
	"LabResult":          laboratory.Result{},
	"LabRun":             laboratory.RunView{},
	"LabRunPage":         laboratory.RunPage{},
	"LinePly":            analysis.LinePly{},
	"PasswordChange":     passwordChange{},
	"Person":             account.PersonView{},
	"PersonChange":       account.PersonChange{},
	"PersonInput":        account.PersonInput{},
	"PersonList":         account.PeopleView{},
	"Piece":              present.PieceView{},
	"PlyAnalysis":        analyse.PlyAnalysis{},
	"Position":           present.PositionView{},
	"Problem":            Problem{},
	"ProblemKind":        kindResponse{},
	"ProblemPart":        ProblemPart{},
	"Readiness":          search.Readiness{},
	"ProblemAnswer":      problem.Answer{},
	"ProblemSolutions":   problem.Result{},
	"ProblemVariation":   problem.Variation{},
	"Puzzle":             puzzles.Puzzle{},
	"Study":              studies.Study{},
	"StudyPage":          studies.Page{},
	"StudyInput":         studies.Input{},
	"StudyConflict":      studies.ConflictError{},
	"Chapter":            studies.Chapter{},
	"ChapterInput":       studies.ChapterInput{},
	"ChapterEdit":        analysis.Edit{},
	"StudyHistory":       studies.History{},
	"TwinPage":           twins.Page{},
	"TwinComparison":     twins.Comparison{},
	"TwinDecision":       twins.DecisionInput{},
	"MistakePage":        puzzles.MistakePage{},
	"PuzzlePage":         puzzles.Page{},
	"Repertoire":         repertoires.Detail{},
	"RepertoireAdded":    repertoires.Added{},
	"RepertoireInput":    repertoireInput{},
	"RepertoireList":     repertoireList{},
	"Departures":         repertoires.Check{},
	"TrainingQuery":      drill.Query{},
	"TrainingSession":    drill.Session{},
	"Review":             drill.Answer{},
	"Memory":             drill.Memory{},
	"Player":             players.Report{},
	"PlayerPage":         players.Page{},
	"PlayerSuggestions":  players.SuggestionPage{},
	"PlayerComparison":   players.Comparison{},
	"PlayerDecision":     players.Decision{},
	"PlayerNames":        players.Merged{},
	"PlayerClaim":        players.Claim{},
	"PlayerClaims":       players.ClaimPage{},
	"PlayerClaimInput":   players.ClaimInput{},
	"ClaimDecision":      players.ClaimDecision{},
	"QueryExamples":      queryExamples{},
	"Drawing":            present.Drawing{},
	"RedeliveryInput":    account.RedeliverInput{},
	"Repair":             analysis.Repair{},
	"Report":             analysis.Report{},
	"RestoreInput":       annotate.RestoreInput{},
	"RevertInput":        records.RevertInput{},
	"RevisionResult":     records.Revised{},
	"Revision":           records.RevisionView{},
	"RevisionHistory":    records.RevisionHistory{},
	"RevisionInput":      records.RevisionInput{},
	"RulingResult":       records.Ruled{},
	"Ruling":             records.RulingView{},
	"RulingInput":        records.RulingInput{},
	"RulingList":         records.RulingList{},
	"Statistics":         statistics.Report{},
	"Ratings":            ratings.Listing{},
	"SampledGame":        analyse.SampledGame{},
	"SearchResult":       search.SearchResult{},
	"Share":              search.Share{},
	"SideSummary":        evaluation.Side{},
	"Variation":          analysis.TypedLine{},
	"SimilarResult":      search.SimilarResult{},
	"Spot":               analysis.Spot{},
	"Standings":          events.Standing{},
	"StepInput":          records.StepInput{},
	"StepRuling":         analysis.Ruling{},
	"ChangedSubmission":  records.ChangedSubmission{},
	"OverruledMove":      analysis.Stood{},
	"ImportResult":       records.Submission{},
	"SubmissionState":    store.SubmissionState(""),
	"SubmissionStep":     records.StepView{},
	"SubmissionSummary":  records.SubmissionView{},
	"SubmissionDetail":   records.SubmissionDetail{},
	"SubmissionPage":     records.SubmissionPage{},
	"Tag":                games.TagView{},
	"AnalysisLimits":     analyse.AnalysisLimits{},
	"PositionAnalysis":   analyse.PositionAnalysis{},
	"TestResult":         account.TestResult{},
	"Token":              account.TokenView{},
	"TokenInput":         account.TokenInput{},
	"TokenList":          account.TokensView{},
	"Variant":            card.Card{},
	"VariantList":        variantList{},
	"VariantSummary":     define.VariantSummary{},
	"Warning":            analysis.Warning{},
	"Webhook":            account.WebhookView{},
	"WebhookChange":      account.WebhookChange{},
	"WebhookInput":       account.WebhookInput{},
	"WebhookList":        account.WebhooksView{},
}

// schemaEnums are the values of string types.
var schemaEnums = map[reflect.Type][]string{
	reflect.TypeFor[events.Action]():          request.Words(events.Actions),
	reflect.TypeFor[request.Right]():          request.Words(request.Scopes),
	reflect.TypeFor[store.Role]():             request.Words(store.Roles),
	reflect.TypeFor[store.SubmissionState]():  request.Words(store.SubmissionStates),
	reflect.TypeFor[store.WebhookEventKind](): request.Words(store.WebhookEventKinds),
}

// TestSchemas checks that schemas.json is up to date: the schemas of the Go
// types, with what schemas.yaml adds.
func TestSchemas(t *testing.T) {
	text, err := os.ReadFile("schemas.yaml")
	if err != nil {
		t.Fatal(err)
	}
	var written map[string]map[string]any
	if err := yaml.Unmarshal(text, &written); err != nil {
		t.Fatal(err)
	}
	g := &schemaGenerator{written: written, used: map[string]bool{}, names: map[reflect.Type]string{}}
	schemas, err := g.generate()
	if err != nil {
		t.Fatal(err)
	}
	var want bytes.Buffer
	names := slices.Sorted(maps.Keys(schemas))
	for i, name := range names {
		line, err := json.Marshal(schemas[name])
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(&want, "%s\n%q: %s", []string{"{", ","}[min(i, 1)], name, line)
	}
	want.WriteString("\n}\n")
	if *update {
		if err := os.WriteFile("schemas.json", want.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if got, err := os.ReadFile("schemas.json"); err != nil || !bytes.Equal(got, want.Bytes()) {
		t.Errorf("schemas.json is not up to date, %v: run go generate ./api/rest", err)
	}
}

// schemaGenerator derives JSON Schemas from Go types. Fields without omitempty
// are required; pointers among them may be null; other keys are not allowed.
// schemas.yaml amends that by type and property: a text is the description, a
// mapping is merged into the schema, and null removes a property.
type schemaGenerator struct {
	written map[string]map[string]any // by schema, or Go type without one
	used    map[string]bool           // keys of written, as type.property
	names   map[reflect.Type]string
}

// schemaItself is the key of schemas.yaml for the type's own schema.
const schemaItself = "$"

func (g *schemaGenerator) generate() (map[string]any, error) {
	for name, v := range schemaTypes {
		g.names[reflect.TypeOf(v)] = name
	}
	schemas := map[string]any{}
	inline := map[reflect.Type]bool{}
	for range 2 { // the first pass finds the types without a schema of their own
		r := jsonschema.Reflector{}
		for t := range inline {
			r.InlineDefinition(reflect.Zero(t).Interface())
		}
		for name, v := range schemaTypes {
			var own *jsonschema.Schema
			s, err := r.Reflect(v, jsonschema.RootRef, jsonschema.DefinitionsPrefix("#/components/schemas/"),
				jsonschema.InterceptDefName(func(t reflect.Type, _ string) string { return g.nameOf(t) }),
				jsonschema.InterceptSchema(g.schema), jsonschema.InterceptProp(g.property),
				jsonschema.CollectDefinitions(func(found string, s jsonschema.Schema) {
					if found == name {
						own = &s
					} else if _, named := schemaTypes[found]; !named {
						inline[s.ReflectType] = true
					}
				}))
			if err != nil {
				return nil, fmt.Errorf("%s: %w", name, err)
			}
			schemas[name] = cmp.Or(own, &s) // a slice has no definition
		}
	}
	for name, keys := range g.written {
		for key, amendment := range keys {
			whole, is := amendment.(map[string]any)
			switch {
			case g.used[name+"."+key]:
			case key == schemaItself && is && schemas[name] == nil: // without a Go type
				schemas[name] = whole
			default:
				return nil, fmt.Errorf("schemas.yaml: no property %s of %s", key, name)
			}
		}
	}
	return schemas, nil
}

// nameOf returns the name of a type in schemas.yaml.
func (g *schemaGenerator) nameOf(t reflect.Type) string {
	for t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	if name, named := g.names[t]; named {
		return name
	}
	return t.String()
}

// amend merges what schemas.yaml says about a property into a schema.
func (g *schemaGenerator) amend(s *jsonschema.Schema, name, key string) error {
	amendment, is := g.written[name][key]
	if !is {
		return nil
	}
	g.used[name+"."+key] = true
	switch a := amendment.(type) {
	case nil:
		return jsonschema.ErrSkipProperty
	case string:
		s.WithDescription(a)
		return nil
	default:
		text, err := json.Marshal(s)
		if err != nil {
			return err
		}
		var whole map[string]any
		if err := json.Unmarshal(text, &whole); err != nil {
			return err
		}
		if text, err = json.Marshal(merged(whole, a)); err != nil {
			return err
		}
		t := s.ReflectType
		*s = jsonschema.Schema{ReflectType: t}
		err = json.Unmarshal(text, s)
		// The library would write it twice.
		delete(s.ExtraProperties, "deprecated")
		for _, property := range s.Properties {
			if property.TypeObject != nil {
				delete(property.TypeObject.ExtraProperties, "deprecated")
			}
		}
		return err
	}
}

// merged merges a JSON value into another (RFC 7396).
func merged(into, from any) any {
	patch, is := from.(map[string]any)
	if !is {
		return from
	}
	whole, _ := into.(map[string]any)
	if whole == nil {
		whole = map[string]any{}
	}
	for key, v := range patch {
		if v == nil {
			delete(whole, key)
		} else {
			whole[key] = merged(whole[key], v)
		}
	}
	return whole
}

// schema completes the schema of a type.
func (g *schemaGenerator) schema(p jsonschema.InterceptSchemaParams) (stop bool, err error) {
	s := p.Schema
	if !p.Processed || s.ReflectType == nil {
		return false, nil
	}
	t := s.ReflectType
	for t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	s.Minimum = nil // the library's for unsigned numbers
	if values, is := schemaEnums[t]; is {
		s.Enum = nil
		for _, v := range values {
			s.Enum = append(s.Enum, v)
		}
	}
	if t.Kind() == reflect.Struct && s.HasType(jsonschema.Object) {
		no := false
		s.AdditionalProperties = &jsonschema.SchemaOrBool{TypeBoolean: &no}
		slices.Sort(s.Required)
	}
	return false, g.amend(s, g.nameOf(t), schemaItself)
}

// property completes the schema of a property.
func (g *schemaGenerator) property(p jsonschema.InterceptPropParams) error {
	if !p.Processed {
		return nil
	}
	s := p.PropertySchema
	s.RemoveType(jsonschema.Null)
	switch p.Field.Type {
	case reflect.TypeFor[request.Cursor](), reflect.TypeFor[optional.Text](), reflect.TypeFor[optional.Number]():
		s.AddType(jsonschema.Null)
	}
	name, isArray := g.names[p.Field.Type]
	if isArray && s.Ref == nil {
		ref := "#/components/schemas/" + name
		*s = jsonschema.Schema{Ref: &ref}
	}
	_, options, _ := strings.Cut(p.Field.Tag.Get("json"), ",")
	required := options != "omitempty"
	if required && p.Field.Type.Kind() == reflect.Pointer {
		if s.Ref == nil {
			s.AddType(jsonschema.Null)
		} else {
			value := *s
			*s = jsonschema.Schema{OneOf: []jsonschema.SchemaOrBool{value.ToSchemaOrBool(), jsonschema.Null.ToSchemaOrBool()}}
		}
	}
	parent := p.ParentSchema.ReflectType
	owner := declaringType(parent, p.Field)
	if err := g.amend(s, g.nameOf(owner), p.Name); err != nil {
		return err
	}
	if own := g.nameOf(parent); own != g.nameOf(owner) {
		if err := g.amend(s, own, p.Name); err != nil {
			return err
		}
	}
	if required {
		p.ParentSchema.Required = append(p.ParentSchema.Required, p.Name)
	}
	return nil
}

// declaringType returns the type that declares a field of t: t itself, or a
// type that it embeds.
func declaringType(t reflect.Type, field reflect.StructField) reflect.Type {
	for t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	for _, f := range reflect.VisibleFields(t) {
		if f.Name == field.Name && f.Tag == field.Tag {
			for _, i := range f.Index[:len(f.Index)-1] {
				for t = t.Field(i).Type; t.Kind() == reflect.Pointer; {
					t = t.Elem()
				}
			}
			return t
		}
	}
	return t
}

// timeNames are the keys of times: participles, and what a time limits.
var timeNames = []string{"created", "updated", "deleted", "imported", "decided", "ruled", "lifted", "failing",
	"reviewed", "deadline", "expires", "from", "due", "nextDue"}

// TestTimeNames checks that all times have the same kind of name, unless they
// are the former name of one that does.
func TestTimeNames(t *testing.T) {
	var all map[string]any
	if err := json.Unmarshal(schemas, &all); err != nil {
		t.Fatal(err)
	}
	found := map[string]bool{}
	eachProperty(all, "", func(place, key string, of map[string]any) {
		if s, _ := of[key].(map[string]any); s["format"] == "date-time" {
			found[key] = true
			if fault := timeFault(key, of); fault != "" {
				t.Errorf("%s: %s", place, fault)
			}
		}
	})
	for _, name := range timeNames {
		if !found[name] {
			t.Errorf("no time is named %s", name)
		}
	}
	instant := map[string]any{"format": "date-time"}
	former := map[string]any{"format": "date-time", "deprecated": true, "description": "Former name of created"}
	for _, bad := range []map[string]any{
		{"at": instant}, {"saved": instant, "created": instant}, {"saved": former}, {"at": former, "updated": instant},
	} {
		for key := range bad {
			if !slices.Contains(timeNames, key) && timeFault(key, bad) == "" {
				t.Errorf("%s of %v is accepted", key, bad)
			}
		}
	}
}

// timeFault says what is wrong with the name of a time among properties, ""
// for nothing.
func timeFault(key string, of map[string]any) string {
	if slices.Contains(timeNames, key) {
		return ""
	}
	s, _ := of[key].(map[string]any)
	help, _ := s["description"].(string)
	name, is := strings.CutPrefix(help, "Former name of ")
	if now, _ := of[name].(map[string]any); is && s["deprecated"] == true && now["format"] == "date-time" {
		return ""
	}
	return fmt.Sprintf("times are named %s, not %s", strings.Join(timeNames, ", "), key)
}

// TestSchemasAreSound checks that no key is repeated, and that an enumeration
// of a property that may be null has null.
func TestSchemasAreSound(t *testing.T) {
	var all map[string]any
	if err := json.Unmarshal(schemas, &all); err != nil {
		t.Fatal(err)
	}
	var compact bytes.Buffer
	if err := json.Compact(&compact, schemas); err != nil {
		t.Fatal(err)
	}
	if again, err := json.Marshal(all); err != nil || len(again) != compact.Len() {
		t.Errorf("a key is repeated: %d bytes, %d without repeated keys, %v", compact.Len(), len(again), err)
	}
	nullable := 0
	eachProperty(all, "", func(place, key string, of map[string]any) {
		s, _ := of[key].(map[string]any)
		types, _ := s["type"].([]any)
		values, is := s["enum"].([]any)
		if !is || !slices.Contains(types, "null") {
			return
		}
		if nullable++; !slices.Contains(values, nil) {
			t.Errorf("%s may be null, but not by its enumeration", place)
		}
	})
	if nullable == 0 {
		t.Error("no property with an enumeration may be null")
	}
}

// eachProperty calls a function for each property of the schemas under v, with
// all properties of its object.
func eachProperty(v any, place string, do func(place, key string, of map[string]any)) {
	switch v := v.(type) {
	case []any:
		for i, one := range v {
			eachProperty(one, fmt.Sprintf("%s/%d", place, i), do)
		}
	case map[string]any:
		of, _ := v["properties"].(map[string]any)
		for key := range of {
			do(place+"/properties/"+key, key, of)
		}
		for key, one := range v {
			eachProperty(one, place+"/"+key, do)
		}
	}
}
