import { isLayered, resolveImport } from './layers.ts';
import { allFiles, isSource, isTest, parseSource, read } from './source-tree.ts';

/** One picture of ARCHITECTURE.md: folders or files as rooms, imports as arrows. */
export interface Picture {
  /** Path of the SVG file, from the root. */
  path: string;
  title: string;
  /** Returns the room that a file belongs to and its part of that room; undefined leaves the file out. */
  roomOf(file: string): Room | undefined;
}

export interface Room {
  name: string;
  /** Shown as text inside the room, e.g. the area of a service. */
  part?: string | undefined;
}

/** Imports from one room to another, by name. */
export type Arrow = readonly [from: string, to: string];

export const pictures: Picture[] = [
  { path: 'docs/images/rooms.svg', title: 'The house: packages and apps', roomOf: houseRoom },
  { path: 'docs/images/rooms-engine.svg', title: 'packages/domain/src/engine', roomOf: engineRoom },
  { path: 'docs/images/rooms-web.svg', title: 'apps/web/src', roomOf: webRoom },
];

function houseRoom(file: string): Room | undefined {
  const [place, name = '', , folder = '', ...rest] = file.split('/');
  if (name === 'domain') return { name: `domain/${folder}` };
  if (place === 'packages') return { name };
  if (place === 'tools') return undefined;
  if (name === 'server') return { name: rest.length === 0 ? 'server/main' : `server/${folder}`, part: areaOf(rest) };
  return { name, part: rest.length === 0 ? undefined : folder };
}

function engineRoom(file: string): Room | undefined {
  if (!file.startsWith('packages/domain/src/engine/')) return undefined;
  const [name = '', ...rest] = file.slice('packages/domain/src/engine/'.length).split('/');
  return rest.length === 0
    ? { name: name.replace(/\.ts$/, '') }
    : { name: `${name}/`, part: rest[0]?.replace(/\.ts$/, '') };
}

function webRoom(file: string): Room | undefined {
  if (!file.startsWith('apps/web/src/')) return undefined;
  const [name = '', ...rest] = file.slice('apps/web/src/'.length).split('/');
  if (rest.length === 0) return { name: 'root', part: name.replace(/\.tsx?$/, '') };
  return { name, part: name === 'screens' ? areaOf(rest) : undefined };
}

/** The folder below a room, e.g. `funds` of services. */
function areaOf(rest: readonly string[]): string | undefined {
  return rest.length > 1 ? rest[0] : undefined;
}

/** Returns the rooms of a picture with their parts, and the imports between them. Tests are left out; types count. */
export function arrowsOf({ roomOf }: Picture): { rooms: Map<string, string[]>; arrows: Arrow[] } {
  const rooms = new Map<string, string[]>();
  const arrows = new Map<string, Arrow>();
  for (const [file, targets] of importsByFile()) {
    const room = roomOf(file);
    if (room === undefined) continue;
    const parts = rooms.get(room.name) ?? [];
    rooms.set(room.name, room.part === undefined || parts.includes(room.part) ? parts : [...parts, room.part]);
    for (const target of targets) {
      const to = roomOf(target)?.name;
      if (to !== undefined && to !== room.name) arrows.set(`${room.name} ${to}`, [room.name, to]);
    }
  }
  return { rooms, arrows: [...arrows].toSorted(([a], [b]) => a.localeCompare(b)).map(([, arrow]) => arrow) };
}

let parsed: Map<string, string[]> | undefined;

/** Returns the source files of packages and apps with the files that each imports; parsed once. */
function importsByFile(): Map<string, string[]> {
  const files = allFiles().filter((file) => isSource(file) && isLayered(file) && !isTest(file));
  parsed ??= new Map(files.map((file) => [file, importsOf(file)]));
  return parsed;
}

function importsOf(file: string): string[] {
  const targets = parseSource(file, read(file)).imports.map(({ specifier }) => resolveImport(file, specifier));
  return targets.filter((target) => target !== undefined && isSource(target)) as string[];
}

/**
 * Returns the arrows without those that other arrows imply: from A to C where one leads from A to B and on to C.
 * Rooms in a circle of imports keep all the arrows between them.
 */
export function withoutImplied(rooms: readonly string[], arrows: readonly Arrow[]): Arrow[] {
  const reached = new Map(rooms.map((room) => [room, reachedFrom(room, arrows)]));
  const reaches = (from: string, to: string) => reached.get(from)?.has(to) ?? false;
  const inCircle = (a: string, b: string) => reaches(a, b) && reaches(b, a);
  const isImplied = ([from, to]: Arrow) =>
    !inCircle(from, to) &&
    rooms.some((via) => reaches(from, via) && reaches(via, to) && !inCircle(from, via) && !inCircle(via, to));
  return arrows.filter((arrow) => !isImplied(arrow));
}

function reachedFrom(room: string, arrows: readonly Arrow[]): Set<string> {
  const seen = new Set<string>();
  const open = [room];
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    for (const [from, to] of arrows) {
      if (from !== at || seen.has(to)) continue;
      seen.add(to);
      open.push(to);
    }
  }
  return seen;
}
