import type { Frame, Profile } from './thread-profile.ts';

// Flame graph of a profile as SVG: a box for each call path, as wide as its share of the time in which the thread worked,
// callers above the functions that they call. Texts are texts, so that they can be searched and copied.

interface Box {
  readonly name: string;
  readonly file: string;
  us: number;
  readonly inner: Map<string, Box>;
}

interface Kind {
  readonly name: string;
  readonly colour: string;
  readonly files: RegExp;
}

/** By the source file of a function: the first that matches. */
const kinds: readonly Kind[] = [
  { name: 'garbage collection', colour: '#f2b8b5', files: /^\(garbage collector\)$/ },
  { name: 'engine', colour: '#a8d5a2', files: /packages\/domain\// },
  { name: 'trading core', colour: '#d3e6a1', files: /src\/(trading|journal|projections)\// },
  { name: 'gateway and services', colour: '#f7dc9b', files: /src\/(gateway|services|compose)|packages\/contracts\// },
  { name: 'adapters', colour: '#f6c89f', files: /src\/(adapters|ports)\// },
  { name: 'packages', colour: '#cfc4ea', files: /node_modules\// },
  { name: 'Node', colour: '#b9d7f0', files: /^node:/ },
  { name: 'V8 and the kernel', colour: '#dddddd', files: /./ },
];

const width = 1_200;
const rowHeight = 17;
const margin = 12;
const headHeight = 64;
/** Narrower boxes are left out, and deeper ones. */
const widthMin = 1.5;
const depthMax = 48;
const letterWidth = 6.1;

interface FlameHead {
  readonly title: string;
  readonly note: string;
}

export function flamePicture(profile: Profile, sourceOf: (frame: Frame) => string, { title, note }: FlameHead): string {
  const root = boxesOf(profile, sourceOf);
  const parts: string[] = [];
  let deepest = 0;
  const draw = (box: Box, x: number, depth: number): void => {
    const share = (box.us / root.us) * (width - 2 * margin);
    if (share < widthMin || depth > depthMax) return;
    deepest = Math.max(deepest, depth);
    parts.push(drawBox(box, { x, y: headHeight + depth * rowHeight, share, ofAll: box.us / root.us }));
    let next = x;
    for (const inner of [...box.inner.values()].toSorted((a, b) => b.us - a.us)) {
      draw(inner, next, depth + 1);
      next += (inner.us / root.us) * (width - 2 * margin);
    }
  };
  draw(root, margin, 0);
  const height = headHeight + (deepest + 1) * rowHeight + margin;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img" aria-label="${escape(title)}" font-family="ui-monospace, Menlo, Consolas, monospace" font-size="10.5">
<rect width="${width}" height="${height}" fill="#ffffff"/>
<text x="${margin}" y="20" font-size="15" font-weight="600" fill="#222222">${escape(title)}</text>
<text x="${margin}" y="37" fill="#555555">${escape(note)}</text>
${legend()}
${parts.join('\n')}
</svg>
`;
}

/** Adds up the samples of each call path; waiting is left out. */
function boxesOf({ nodes, samples, timeDeltas }: Profile, sourceOf: (frame: Frame) => string): Box {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const parents = new Map(nodes.flatMap(({ id, children = [] }) => children.map((child) => [child, id] as const)));
  const root: Box = { name: 'trading thread', file: '', us: 0, inner: new Map() };
  const paths = new Map<number, readonly Box[] | null>();
  const pathTo = (id: number): readonly Box[] | null => {
    const known = paths.get(id);
    if (known !== undefined) return known;
    const node = byId.get(id);
    const parent = parents.get(id);
    const above = parent === undefined ? [] : pathTo(parent);
    const path = node === undefined || above === null ? null : extend(root, above, node.callFrame, sourceOf);
    paths.set(id, path);
    return path;
  };
  for (const [at, id] of samples.entries()) {
    const us = timeDeltas[at] ?? 0;
    const path = pathTo(id);
    if (path === null || us <= 0) continue;
    root.us += us;
    for (const box of path) box.us += us;
  }
  return root;
}

/** Returns the path to a frame; null for waiting. Calls of a function by itself share its box. */
function extend(
  root: Box,
  above: readonly Box[],
  frame: Frame,
  sourceOf: (frame: Frame) => string,
): readonly Box[] | null {
  const { functionName } = frame;
  if (functionName === '(idle)') return null;
  if (functionName === '(root)') return [];
  // A picture names no folder of the machine that it was drawn on.
  const file = sourceOf(frame).replace(/^(?:file:.*?\/(?=(?:node_modules|packages|apps)\/)|(?:\.\.\/)+)/, '');
  const name = functionName === '' ? '(anonymous)' : functionName;
  const caller = above.at(-1) ?? root;
  if (caller.name === name && caller.file === file) return above;
  const key = `${name} ${file}`;
  const box = caller.inner.get(key) ?? { name, file, us: 0, inner: new Map<string, Box>() };
  caller.inner.set(key, box);
  return [...above, box];
}

interface Place {
  readonly x: number;
  readonly y: number;
  readonly share: number;
  readonly ofAll: number;
}

function drawBox({ name, file }: Box, { x, y, share, ofAll }: Place): string {
  const colour = file === '' ? '#eeeeee' : (kinds.find(({ files }) => files.test(file))?.colour ?? '#eeeeee');
  const percent = `${(ofAll * 100).toFixed(1)} %`;
  const letters = Math.floor((share - 6) / letterWidth);
  const full = `${name} ${percent}`;
  const text = full.length <= letters ? full : letters < 4 ? '' : `${name.slice(0, letters - 1)}…`;
  const shown = name.length <= letters && full.length > letters ? name : text;
  const label =
    shown === ''
      ? ''
      : `<text x="${(x + 3).toFixed(1)}" y="${y + 12}" fill="#222222" pointer-events="none">${escape(shown)}</text>`;
  const title = `<title>${escape(`${name}${file === '' ? '' : `, ${file}`}: ${percent}`)}</title>`;
  const rect = `<rect x="${x.toFixed(1)}" y="${y}" width="${Math.max(0.5, share - 0.5).toFixed(1)}" height="${rowHeight - 1}" fill="${colour}">${title}</rect>`;
  return rect + label;
}

function legend(): string {
  let x = margin;
  return kinds
    .map(({ name, colour }) => {
      const part = `<rect x="${x}" y="46" width="10" height="10" fill="${colour}"/><text x="${x + 14}" y="55" fill="#555555">${name}</text>`;
      x += 30 + Math.ceil(name.length * letterWidth);
      return part;
    })
    .join('');
}

function escape(text: string): string {
  return text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;').replace(/"/g, '&quot;');
}
