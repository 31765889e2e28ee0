// A test is a name and a function that throws when it fails.
const counts = { passed: 0, failed: 0, skipped: [] };

export async function test(name, body) {
  try {
    await body();
    counts.passed++;
    console.log(`ok    ${name}`);
  } catch (error) {
    counts.failed++;
    console.log(`FAIL  ${name}\n      ${String(error?.stack ?? error).split("\n").slice(0, 6).join("\n      ")}`);
  }
}

export function skip(reason) {
  counts.skipped.push(reason);
}

export function finish() {
  for (const reason of counts.skipped) console.log(`SKIP  ${reason}`);
  console.log(`${counts.passed} passed, ${counts.failed} failed`);
  process.exitCode = counts.failed > 0 ? 1 : 0;
}
