// Builds the report template: one HTML file with style and program inline and one hole for the data.
import { build } from "esbuild";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import path from "node:path";

const here = path.dirname(fileURLToPath(import.meta.url));
export const placeholder = "/*REPORT_DATA*/";

/** Text with exactly one occurrence of `mark` replaced; anything else would produce a silently broken page. */
function replace_once(text, mark, replacement) {
  const pieces = text.split(mark);
  if (pieces.length !== 2) throw new Error(`expected exactly one ${mark}, found ${pieces.length - 1}`);
  return pieces.join(replacement);
}

async function bundle() {
  const result = await build({
    entryPoints: [path.join(here, "src/main.ts")],
    bundle: true,
    minify: true,
    format: "iife",
    target: ["es2021"],
    charset: "utf8",
    legalComments: "none",
    write: false,
  });
  return result.outputFiles[0].text;
}

async function style() {
  const result = await build({
    entryPoints: [path.join(here, "src/style.css")],
    minify: true,
    charset: "utf8",
    write: false,
  });
  return result.outputFiles[0].text;
}

export async function build_template() {
  const [page, script, css] = await Promise.all([
    readFile(path.join(here, "src/page.html"), "utf8"),
    bundle(),
    style(),
  ]);
  if (/<\/script/i.test(script)) throw new Error("the program contains </script and cannot be inlined");
  if (/<\/style/i.test(css)) throw new Error("the style sheet contains </style and cannot be inlined");
  const html = replace_once(replace_once(page, "/*STYLE*/", css.trim()), "/*PROGRAM*/", script.trim());
  if (html.split(placeholder).length !== 2) throw new Error(`the template must contain ${placeholder} exactly once`);
  return html;
}

/** The finished page, as the C++ side makes it: "</" cannot occur in the embedded JSON. */
export function fill_template(html, data) {
  return replace_once(html, placeholder, JSON.stringify(data).replaceAll("</", "<\\/"));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const html = await build_template();
  await mkdir(path.join(here, "dist"), { recursive: true });
  await writeFile(path.join(here, "dist/report.html"), html);
  console.log(`dist/report.html ${(html.length / 1024).toFixed(1)} KiB`);
}
