import { defineConfig } from "vitepress";

const page = (text, name) => ({ text, link: `/docs/${name}` });

export default defineConfig({
  title: "veer",
  description: "Moves many things to where they are going without smashing into each other",
  lang: "en",
  base: process.env.VEER_SITE_BASE ?? "/", // where it will be served, with slashes at both ends
  srcDir: "pages",
  outDir: "dist",
  rewrites: { "docs/README.md": "docs/index.md" },
  ignoreDeadLinks: [/^\/(play|reference)\//], // they are made elsewhere: the test follows them
  head: [["link", { rel: "icon", href: "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 32 32'%3E%3Cpath d='M5 7c7 0 4 18 11 18S20 7 27 7' fill='none' stroke='%235b8cff' stroke-width='4' stroke-linecap='round'/%3E%3C/svg%3E" }]],
  vite: { build: { chunkSizeWarningLimit: 2000 } },
  themeConfig: {
    search: { provider: "local" },
    outline: { level: [2, 3] },
    nav: [page("Guide", "tutorial"), page("Scenes", "scenes"), { text: "Reference", link: "/reference/index.html", target: "_self" },
      { text: "Playground", link: "/play/index.html", target: "_self" }],
    sidebar: [
      { text: "Begin", items: [page("Where to find what", ""), page("Concepts", "concepts"), page("Tutorial", "tutorial"), page("Which model", "which-model"), page("Installing", "install"),
        page("In a page", "web")] },
      { text: "Worlds", items: [page("A tick", "tick"), page("Hosts", "hosts"), page("Engines", "engines"), page("Contacts", "contacts"), page("Queries", "queries"), page("Services", "services"),
        page("States", "states"), page("Replays", "replay"), page("Traces", "traces")] },
      { text: "Ways", items: [page("Traffic", "traffic"), page("Routes", "routes"), page("Planning", "planning"), page("Meshes", "meshes"), page("In time", "intervals"), page("Squads", "squads"),
        page("Behaviours", "behaviours"), page("Vehicles", "vehicles")] },
      { text: "Models", items: ["crowd", "orca", "pilot", "potential", "whiskers", "rays", "magnets", "ship-class", "custom"].map((name) => page(name, `models/${name}`)) },
      { text: "Scenarios", items: [page("Scenes", "scenes"), page("Files", "scenario"), page("Scores", "metrics"), page("Recordings", "recordings"), page("The odds", "odds")] },
      { text: "The house", items: [page("Architecture", "architecture"), page("Promises", "promises"), page("Performance", "performance"), page("Testing", "testing"), page("Papers", "papers")] },
    ],
  },
});
