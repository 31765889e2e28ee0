// npm test: type check, template, unit tests, browser tests.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { finish, test } from "./harness.mjs";
import { unit_tests } from "./unit.mjs";
import { browser_tests } from "./browser.mjs";

const web = path.join(path.dirname(fileURLToPath(import.meta.url)), "..");

await test("the sources pass the type check", () => {
  const result = spawnSync(process.execPath, [path.join(web, "node_modules/typescript/bin/tsc"), "--noEmit", "-p", web], { encoding: "utf8" });
  assert.equal(result.status, 0, result.stdout + result.stderr);
});
await unit_tests(web);
await browser_tests(web);
finish();
