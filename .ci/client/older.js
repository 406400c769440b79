// Prints an OpenAPI document, named by the argument, as OpenAPI 3.0.
import { readFileSync } from "node:fs";
import openapi from "@samchon/openapi";

const document = openapi.OpenApi.convert(JSON.parse(readFileSync(process.argv[2], "utf8")));
console.log(JSON.stringify(openapi.OpenApi.downgrade(document, "3.0")));
