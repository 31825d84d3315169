import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { SourceMap, type SourceMapPayload } from 'node:module';
import { fileURLToPath } from 'node:url';
import { WebSocket } from 'ws';

// Profile of the main thread of another Node process, over its inspector, with samples by stage.

/** Option of Node for a process that shall be profiled: it prints the address at which it is asked. */
export const profiled = '--inspect=127.0.0.1:0';

const addressLine = /Debugger listening on (ws:\/\/\S+)/;
const everyUs = 200;

export interface Frame {
  readonly functionName: string;
  /** Empty for the frames of the engine itself. */
  readonly url: string;
  readonly lineNumber: number;
  readonly columnNumber: number;
}

interface Node {
  readonly id: number;
  readonly callFrame: Frame;
  readonly children?: readonly number[];
}

/** Profile in the format of the inspector; times in microseconds. */
export interface Profile {
  readonly nodes: readonly Node[];
  readonly samples: readonly number[];
  readonly timeDeltas: readonly number[];
}

/** Profiles the process that printed `output`, while `work` runs. */
export async function profileDuring(output: string, work: () => Promise<unknown>): Promise<Profile> {
  const [, address] = addressLine.exec(output) ?? [];
  if (address === undefined) throw new Error(`The process printed no address of an inspector:\n${output}`);
  const socket = new WebSocket(address, { maxPayload: 2 ** 30 });
  await once(socket, 'open');
  let last = 0;
  const ask = async (method: string, params = {}) => {
    last += 1;
    const id = last;
    socket.send(JSON.stringify({ id, method, params }));
    for (;;) {
      const [data] = (await once(socket, 'message')) as [Buffer];
      const answer = JSON.parse(data.toString()) as { id?: number; result?: unknown };
      if (answer.id === id) return answer.result;
    }
  };
  try {
    await ask('Profiler.enable');
    await ask('Profiler.setSamplingInterval', { interval: everyUs });
    await ask('Profiler.start');
    await work();
    return ((await ask('Profiler.stop')) as { profile: Profile }).profile;
  } finally {
    socket.terminate();
  }
}

/** Stage of the code that is named by its source file, relative to the repository, or by `node:` and `(gc)` names. */
export interface Stage {
  readonly name: string;
  readonly files: RegExp;
  /** Names of functions that decide alone; absent: any. */
  readonly functions?: RegExp;
}

/**
 * Returns the share of each stage in the time in which the thread worked. A sample belongs to the first stage that its
 * innermost frame matches; frames of Node itself and of the engine belong to their caller, if it has a stage.
 */
export function sharesOf(
  { nodes, samples, timeDeltas }: Profile,
  stages: readonly Stage[],
  other: string,
): Map<string, number> {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const parents = new Map(nodes.flatMap(({ id, children = [] }) => children.map((child) => [child, id] as const)));
  const sourceOf = sources();
  const found = new Map<number, string | null>();
  const stageOf = (id: number | undefined): string | null => {
    const node = id === undefined ? undefined : byId.get(id);
    if (id === undefined || node === undefined) return null;
    const known = found.get(id);
    if (known !== undefined) return known;
    const file = sourceOf(node.callFrame);
    const isOf = ({ files, functions }: Stage) =>
      files.test(file) && (functions?.test(node.callFrame.functionName) ?? true);
    const own = stages.find(isOf)?.name ?? null;
    const stage = own ?? stageOf(parents.get(id));
    found.set(id, stage);
    return stage;
  };
  const times = new Map<string, number>();
  let busyUs = 0;
  for (const [at, id] of samples.entries()) {
    if (byId.get(id)?.callFrame.functionName === '(idle)') continue;
    const us = timeDeltas[at] ?? 0;
    busyUs += us;
    const stage = stageOf(id) ?? other;
    times.set(stage, (times.get(stage) ?? 0) + us);
  }
  return new Map([...times].map(([stage, us]) => [stage, us / busyUs]));
}

/** Returns the function that gives a frame's source file, through the source map of a bundle. */
export function sources(): (frame: Frame) => string {
  const maps = new Map<string, SourceMap | null>();
  const mapOf = (url: string) => {
    const known = maps.get(url);
    if (known !== undefined) return known;
    const file = `${fileURLToPath(url)}.map`;
    const map = existsSync(file) ? new SourceMap(JSON.parse(readFileSync(file, 'utf8')) as SourceMapPayload) : null;
    maps.set(url, map);
    return map;
  };
  return ({ url, functionName, lineNumber, columnNumber }) => {
    if (url === '') return functionName;
    if (!url.startsWith('file:')) return url;
    const entry = mapOf(url)?.findEntry(lineNumber, columnNumber);
    return entry !== undefined && 'originalSource' in entry ? entry.originalSource : url;
  };
}
