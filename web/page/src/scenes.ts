// The scenes of the repository, and the order in which the gallery shows them.
const files = import.meta.glob("../../../scenarios/*.json", { query: "?raw", import: "default", eager: true }) as Record<string, string>;

export const SCENES = new Map<string, string>(
  Object.entries(files).map(([path, text]) => [path.replace(/^.*\/|\.json$/g, ""), text]));

const ORDER: [string, string[]][] = [
  ["Crowds", ["circle", "crossing", "two-doors", "doorway", "e15", "goal-100", "e14", "flock", "city", "maze", "warren", "hallway"]],
  ["Ships and rocks", ["asteroid-field", "odds", "gates", "e19", "galaxy", "e8-bounce", "e5", "cars"]],
  ["Squads", ["squads", "squad-rooms", "escort", "surround"]],
  ["In space", ["sphere", "school", "e16", "tunnels", "rooftop", "galaxy-3d", "asteroid-tour", "squad-tunnel"]],
  ["Maps that change", ["door", "links", "roads", "truck", "tower", "ladders"]],
];

/** Groups of scenes: those of the order, then what is in none. */
export function groups(): [string, string[]][] {
  const known = new Set(ORDER.flatMap(([, names]) => names));
  const rest = [...SCENES.keys()].filter((name) => !known.has(name)).sort();
  return [...ORDER.map(([group, names]): [string, string[]] => [group, names.filter((name) => SCENES.has(name))]), ["More", rest]];
}

/** The title in two: "Two doors", "a crowd of 200 …". */
export function titleOf(text: string): [string, string] {
  try {
    const title = String(JSON.parse(text).title ?? "");
    const cut = title.indexOf(":");
    return cut < 0 ? [title, ""] : [title.slice(0, cut), title.slice(cut + 1).trim()];
  } catch {
    return ["", ""];
  }
}
