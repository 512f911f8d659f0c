// Makes the pages of the site, in pages/, out of the repository's documents: docs/, and whatever these link to.
//
// - Documents keep their places, so that links between them hold. Sources become pages that show them, folders pages that list them; public
//   headers are the reference's.
// - ![text](picture)<!-- live: SCENE [MODEL] --> is a picture in the repository, and a scene that runs on the site.
// - <!-- live: SCENE [MODEL]: text --> is nothing in the repository.
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, extname, join, normalize, relative } from "node:path";

const ROOT = join(import.meta.dirname ?? dirname(new URL(import.meta.url).pathname), "../.."), PAGES = join(ROOT, "web/site/pages");
const PICTURES = new Set([".png", ".svg", ".gif", ".mp4", ".webm"]);
const LANGUAGES = { ".h": "c", ".c": "c", ".cpp": "cpp", ".json": "json", ".mjs": "js", ".js": "js", ".sh": "sh", ".md": "md", ".py": "python", ".txt": "text" };
const LIVE = /(?:!\[([^\]]*)\]\([^)]*\))?<!-- live: ([\w-]+)(?: ([\w-]+))?(?:: (.*?))? -->/g;
const LINK = /\]\(([^)\s#]+)(#[^)\s]*)?\)/g;

const seen = new Set(), waiting = [];

function want(path) {
  if (!seen.has(path)) {
    seen.add(path);
    waiting.push(path);
  }
}

function put(path, text) {
  mkdirSync(dirname(join(PAGES, path)), { recursive: true });
  writeFileSync(join(PAGES, path), text);
}

/** Where the reference has a public header, or nothing. */
function inReference(path) {
  const header = /^include\/veer\/(\w+)\.h$/.exec(path);
  return header && `/reference/${header[1].replaceAll("_", "__")}_8h.html`;
}

/** The link from one document to a path of the repository, as the site has it. */
function linkTo(from, target) {
  const path = normalize(join(dirname(from), target)).replace(/\/$/, "");
  if (path.startsWith("..") || !existsSync(join(ROOT, path))) return target;
  const page = inReference(path);
  if (page) return page;
  want(path);
  const isFolder = statSync(join(ROOT, path)).isDirectory();
  const at = isFolder ? `${path}/index.md` : PICTURES.has(extname(path)) || path.endsWith(".md") ? path : `${path}.md`;
  const link = relative(dirname(from), at);
  return link.startsWith(".") ? link : `./${link}`;
}

function document(path, text) {
  const live = text.replace(LIVE, (_, picture, scene, model, said) => {
    const text = (picture ?? said).replaceAll('"', "&quot;");
    return `<LiveScene scene="${scene}"${model ? ` model="${model}"` : ""} text="${text}" />`;
  });
  put(path, live.replace(LINK, (whole, target, mark = "") => (/^[a-z]+:/.test(target) ? whole : `](${linkTo(path, target)}${mark})`)));
}

function folder(path) {
  const names = readdirSync(join(ROOT, path)).filter((name) => !name.startsWith("."));
  document(`${path}/index.md`, `# ${path}\n\n${names.map((name) => `- [${name}](${name})`).join("\n")}\n`);
}

function source(path) {
  put(`${path}.md`, `# ${path}\n\n\`\`\`\`${LANGUAGES[extname(path)] ?? "text"}\n${readFileSync(join(ROOT, path), "utf8")}\n\`\`\`\`\n`);
}

function copy(path) {
  mkdirSync(dirname(join(PAGES, path)), { recursive: true });
  cpSync(join(ROOT, path), join(PAGES, path));
}

function make(path) {
  if (statSync(join(ROOT, path)).isDirectory()) folder(path);
  else if (path.endsWith(".md")) document(path, readFileSync(join(ROOT, path), "utf8"));
  else if (PICTURES.has(extname(path))) copy(path);
  else source(path);
}

rmSync(PAGES, { recursive: true, force: true });
document("index.md", readFileSync(join(ROOT, "web/site/index.md"), "utf8"));
want("docs/README.md");
for (let path; (path = waiting.pop()) !== undefined; ) make(path);
for (const [from, to] of [["web/page/dist", "play"], ["build/reference/html", "reference"]]) {
  cpSync(join(ROOT, from), join(PAGES, "public", to), { recursive: true });
}
