"""Flows of a generated Python client against a running server, whose address is
the first argument. The folder of the client is the second."""
import json
import sys

sys.path.insert(0, sys.argv[2])
import assay_client  # noqa: E402

configuration = assay_client.Configuration(host=sys.argv[1])
configuration.access_token = None  # or a token of the page /me
client = assay_client.ApiClient(configuration)
records, search = assay_client.RecordsApi(client), assay_client.SearchApi(client)
notes, events = assay_client.AnnotationsApi(client), assay_client.SubmissionsApi(client)


def record(n, moves, result="1-0"):
    return f'[Event "Python Cup"]\n[Round "{n}"]\n[White "Eva"]\n[Black "Fay"]\n[Result "{result}"]\n\n{moves} {result}\n\n'


def refused(status, call, **arguments):
    """The problem with which a call is refused."""
    try:
        call(**arguments)
    except assay_client.ApiException as problem:
        assert problem.status == status, problem
        assert problem.headers["Content-Type"] == "application/problem+json"
        return json.loads(problem.body)
    raise AssertionError(f"{call.__name__} was not refused")


# Import: valid records are archived, the others are listed with their error.
pgn = "".join(record(n, "1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6 4. Qxf7#") for n in (1, 2, 3))
imported = records.post_games(pgn + record(4, "1. e4 e5 2. Ke3"))
assert [g.verdict for g in imported.games] == ["legal"] * 3 + ["illegal"]
assert imported.games[0].error is None and imported.games[3].error.ply == 3
game = imported.games[0].id
assert refused(422, records.post_games, body=record(4, "1. e4 e5 2. Ke3"))["error"]["ply"] == 3

# List by cursor until next is null.
cursor, listed = {}, []
while True:
    page = records.list_games(event="Python", limit=2, **cursor)
    listed += [g.id for g in page.games]
    if page.next is None:
        break
    cursor = {"cursor": page.next}
assert sorted(listed) == [g.id for g in imported.games[:3]]

# Nullable objects and times are values of their types.
assert records.get_position(game, 3).outcome is None
assert records.get_position(game, 7).outcome.result == "1-0"
assert records.get_game(game).imported.tzinfo is not None

# A change needs the ETag that was read; a stale one is refused with both texts.
body = {"author": "Cy", "ply": 7, "comment": "mate"}
note = notes.post_annotation(game, body)
edited = notes.put_annotation(game, note.id, note.etag, dict(body, comment="mate!"))
assert edited.revision == 2
conflict = refused(412, notes.put_annotation, id=game, aid=note.id, if_match=note.etag, annotation_input=body)
assert conflict["yours"]["comment"] == "mate" and conflict["current"]["comment"] == "mate!"
event = events.post_event({"name": "Python Cup"})
assert events.put_event(event.id, event.etag, {"name": "Cup of Python"}).name == "Cup of Python"

# Search by position and query.
found = search.search_positions({"variant": "chess", "query": "queen on f7", "event": "Python"})
assert (found.total, found.hits[0].ply) == (3, 7)
invalid = refused(400, search.search_positions_by_url, variant="chess", query="qeen on f7")
assert (invalid["code"], invalid["errors"][0]["parameter"]) == ("bad-query", "query")

# Deleted games are 410 until they are restored, and in the feed of changes.
records.delete_game(game)
assert refused(410, records.get_game, id=game)["code"] == "game-deleted"
assert [c.kind for c in records.list_changes(limit=500).changes if c.game == game] == ["deleted"]
assert records.restore_game(game).id == game

# A problem names every invalid part of a request.
invalid = refused(400, records.list_games, sort="size", fields="id,,x")
assert "sort" in [e["parameter"] for e in invalid["errors"]], invalid

print("the flows of the Python client pass")
