// Flows of a typed client against a running server, whose address is the
// argument. Each expectation that fails ends the program with an error.
import assert from "node:assert/strict";
import createClient from "openapi-fetch";
import type { components, paths } from "./made/api.js";

const api = createClient<paths, "application/json" | "application/problem+json">({ baseUrl: process.argv[2] });

const record = (round: number, moves: string, result = "1-0") =>
	`[Event "Clients' Cup"]\n[Round "${round}"]\n[White "Ada"]\n[Black "Ben"]\n[Result "${result}"]\n\n${moves} ${result}\n\n`;
const scholars = "1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6 4. Qxf7#";
const games = [1, 2, 3, 4, 5].map((round) => record(round, scholars)).join("");

// sent is an upload of a record file.
const sent = (body: string, query: { variant?: string } = {}, header: Record<string, string> = {}) =>
	api.POST("/api/v1/games", {
		params: { query, header }, body, bodySerializer: (text: string) => text,
		headers: { "Content-Type": "application/octet-stream" },
	});

// Import: new games are 201, the same again 200.
const imported = await sent(games);
assert.equal(imported.response.status, 201);
assert.deepEqual(imported.data?.games.map((g) => [g.verdict, g.existing, g.index]),
	[1, 2, 3, 4, 5].map((index) => ["legal", false, index]));
assert.ok(Number(imported.response.headers.get("Assay-Change")) > 0);
assert.equal((await sent(games)).response.status, 200);
const id = imported.data!.games[0].id!;

// List by cursor until next is null; Link says the same.
const listed: number[] = [];
for (let cursor: string | undefined; ;) {
	const { data, response } = await api.GET("/api/v1/games", { params: { query: { limit: 2, cursor } } });
	listed.push(...data!.games.map((g) => g.id));
	assert.equal(response.headers.has("Link"), data!.next !== null);
	if (data!.next === null) {
		break;
	}
	cursor = data!.next;
}
assert.deepEqual(listed.sort(), imported.data!.games.map((g) => g.id).sort());

// A stream of JSON lines has the same games, each with its cursor.
const stream = await api.GET("/api/v1/games", { headers: { Accept: "application/x-ndjson" }, parseAs: "text" });
const lines = String(stream.data).trim().split("\n").map((line) => JSON.parse(line) as components["schemas"]["GameSummary"]);
assert.equal(lines.length, 5);
const rest = await api.GET("/api/v1/games", {
	params: { query: { cursor: lines[2].cursor } }, headers: { Accept: "application/x-ndjson" }, parseAs: "text",
});
assert.equal(String(rest.data).trim().split("\n").length, 2);

// A change needs the ETag that was read; a stale one is 412.
const path = { id };
const history = await api.GET("/api/v1/games/{id}/revisions", { params: { path } });
const tag = history.response.headers.get("ETag")!;
assert.equal(tag, history.data!.etag);
const headers = { author: "Cy", reason: "spelling", headers: { White: "Ada L." } };
const patched = await api.PATCH("/api/v1/games/{id}/record", { params: { path, header: { "If-Match": tag } }, body: headers });
assert.equal(patched.data?.revision, 2);
const stale = await api.PATCH("/api/v1/games/{id}/record", { params: { path, header: { "If-Match": tag } }, body: headers });
assert.deepEqual([stale.response.status, stale.error?.code], [412, "record-conflict"]);
const event = await api.POST("/api/v1/events", { body: { name: "Clients' Cup" } });
const at = { path: { id: event.data!.id }, header: { "If-Match": event.response.headers.get("ETag")! } };
assert.equal(event.data!.etag, at.header["If-Match"]);
assert.equal((await api.PUT("/api/v1/events/{id}", { params: at, body: { name: "Cup of clients" } })).response.status, 200);
assert.equal((await api.PUT("/api/v1/events/{id}", { params: at, body: { name: "Cup" } })).response.status, 412);

// Annotations: a repeated key replays the stored answer.
const key = { path, header: { "Idempotency-Key": "first-comment" } };
const body = { author: "Cy", ply: 7, comment: "mate" };
const noted = await api.POST("/api/v1/games/{id}/annotations", { params: key, body });
assert.equal(noted.response.status, 201);
assert.equal(noted.response.headers.get("Idempotency-Replayed"), null);
const again = await api.POST("/api/v1/games/{id}/annotations", { params: key, body });
assert.deepEqual(again.data, noted.data);
assert.equal(again.response.headers.get("Idempotency-Replayed"), "true");
const note = { path: { id, aid: noted.data!.id }, header: { "If-Match": noted.data!.etag } };
const edited = await api.PUT("/api/v1/games/{id}/annotations/{aid}", { params: note, body: { ...body, comment: "mate!" } });
assert.equal(edited.data?.revision, 2);
const late = await api.PUT("/api/v1/games/{id}/annotations/{aid}", { params: note, body });
const yours = late.error?.yours as components["schemas"]["AnnotationInput"] | undefined;
assert.deepEqual([late.response.status, yours?.comment, late.error?.current?.comment], [412, "mate", "mate!"]);

// Search by position and query.
const found = await api.POST("/api/v1/positions/search", { body: { variant: "chess", query: "queen on f7" } });
assert.deepEqual([found.data?.total, found.data?.hits[0].ply], [5, 7]);
const bad = await api.GET("/api/v1/positions/search", { params: { query: { variant: "chess", query: "qeen on f7" } } });
assert.deepEqual([bad.response.status, bad.error?.code, bad.error?.errors?.[0].parameter, bad.error?.column],
	[400, "bad-query", "query", 1]);

// Deleted games are 410 until they are restored; the feed of changes tells.
const deleted = await api.DELETE("/api/v1/games/{id}", { params: { path } });
assert.equal(deleted.response.status, 204);
assert.equal((await api.GET("/api/v1/games/{id}", { params: { path } })).error?.code, "game-deleted");
const kinds = async () => {
	const all: string[] = [];
	for (let cursor: string | undefined; ;) {
		const { data } = await api.GET("/api/v1/changes", { params: { query: { limit: 3, cursor } } });
		all.push(...data!.changes.filter((c) => c.game === id).map((c) => c.kind));
		if (data!.next === null) {
			return all.at(-1);
		}
		cursor = data!.next;
	}
};
assert.equal(await kinds(), "deleted");
assert.equal((await api.POST("/api/v1/games/{id}/restore", { params: { path } })).response.status, 200);
assert.notEqual(await kinds(), "deleted");

// Problems name every invalid part of a request.
const invalid = await api.GET("/api/v1/games", { params: { query: { limit: 501, skip: -1 } } });
assert.equal(invalid.response.headers.get("Content-Type"), "application/problem+json");
assert.deepEqual(invalid.error?.errors?.map((e) => [e.parameter, e.code]), [["limit", "invalid"], ["skip", "invalid"]]);
assert.ok(invalid.error?.advice && invalid.error.type.startsWith(process.argv[2]));
const missing = await api.GET("/api/v1/games/{id}", { params: { path: { id: 999 } } });
assert.deepEqual([missing.response.status, missing.error?.code], [404, "game-not-found"]);
const illegal = await sent(record(9, "1. e4 e5 2. Ke3"));
assert.deepEqual([illegal.response.status, illegal.error?.error?.ply], [422, 3]);

console.log("the flows of the typed client pass");
