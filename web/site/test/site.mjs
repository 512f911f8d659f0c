// The site in a real browser: every page opens without an error, every link leads somewhere, and scenes run in pages.
import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import test, { after, before } from "node:test";
import { chromium } from "playwright-core";
import { serve } from "../../serve.mjs";

const DIST = new URL("../dist/", import.meta.url).pathname, SCENES = new URL("../../../scenarios/", import.meta.url).pathname;
const pages = readdirSync(DIST, { recursive: true }).filter((name) => name.endsWith(".html") && !/^(play|reference)\//.test(name));
let browser, server, page;
const faults = [];

before(async () => {
  server = await serve(DIST);
  browser = await chromium.launch({
    executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
    args: ["--no-sandbox", "--use-angle=swiftshader", "--enable-unsafe-swiftshader"],
  });
  page = await browser.newPage({ viewport: { width: 1280, height: 900 }, reducedMotion: "reduce" });
  page.on("console", (message) => { if (message.type() === "error") faults.push(`${page.url()}: ${message.text()}`); });
  page.on("pageerror", (error) => faults.push(`${page.url()}: ${error.message}`));
});
after(async () => {
  await browser?.close();
  server?.close();
});

test("has every document", () => {
  assert.ok(pages.length > 60, `${pages.length} pages`);
  for (const name of ["index.html", "docs/index.html", "docs/traffic.html", "docs/models/pilot.html", "reference/index.html", "play/index.html"]) assert.ok(existsSync(DIST + name), name);
});

test("links lead somewhere", () => {
  const lost = new Set();
  for (const name of pages) {
    for (const [, link] of readFileSync(DIST + name, "utf8").matchAll(/<(?:a|img)[^>]* (?:href|src)="(\/[^"#?]*)/g)) {
      const file = join(DIST, link.endsWith("/") ? `${link}index.html` : link);
      if (!statSync(file, { throwIfNoEntry: false })?.isFile()) lost.add(`${name}: ${link}`);
    }
  }
  assert.deepEqual([...lost], []);
});

test("scenes in pages are scenes of the repository, and run", async () => {
  for (const name of ["index", "docs/traffic", "docs/planning", "docs/squads", "docs/models/crowd", "docs/models/pilot"]) {
    await page.goto(`${server.url}${name}.html`);
    const figure = page.locator("figure.live").first();
    await figure.scrollIntoViewIfNeeded();
    const frame = page.frames()[1] ?? (await page.waitForEvent("frameattached"));
    await frame.waitForURL(/play\/index\.html/);
    assert.ok(existsSync(`${SCENES}${new URL(frame.url()).hash.slice(1)}.json`), frame.url());
    await frame.waitForFunction(() => document.querySelector("#time")?.valueAsNumber > 5, undefined, { timeout: 60000 });
  }
});

test("a model is as asked for", async () => {
  await page.goto(`${server.url}play/index.html?only=&model=pilot#asteroid-field`);
  await page.waitForFunction(() => document.querySelector("#time")?.valueAsNumber > 2, undefined, { timeout: 60000 });
  assert.equal(await page.locator("[data-value=pilot][aria-checked=true]").count(), 1);
  assert.equal(await page.locator("header").isVisible(), false);
});

test("pages open without an error, at a desktop's width and a phone's", async () => {
  for (const [width, height] of [[1280, 900], [390, 844]]) {
    await page.setViewportSize({ width, height });
    for (const name of ["index", "docs/index", "docs/tutorial", "docs/traffic", "examples/hello.c"]) {
      await page.goto(`${server.url}${name}.html`);
      assert.ok((await page.textContent("#app")).length > 100, name);
      assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth + 1), `${name} at ${width}: wider than the screen`);
    }
  }
  assert.deepEqual(faults, []);
});
