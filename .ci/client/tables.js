// Asks DuckDB about exported tables. Each line of the standard input is a
// statement of SQL; each line of the output is a list of its rows, as JSON. The
// tables of the folder are views with the names of their files.
import { DuckDBInstance } from "@duckdb/node-api";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

const folder = process.argv[2];
const base = await (await DuckDBInstance.create()).connect();
for (const file of readdirSync(folder).filter((name) => name.endsWith(".parquet"))) {
  const path = join(folder, file).replaceAll("'", "''");
  await base.run(`CREATE VIEW ${file.slice(0, -".parquet".length)} AS SELECT * FROM '${path}'`);
}
for (const statement of readFileSync(0, "utf8").trim().split("\n")) {
  const found = await base.runAndReadAll(statement);
  console.log(JSON.stringify(found.getRowsJson()));
}
