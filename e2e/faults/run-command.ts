import { spawn } from 'node:child_process';
import { once } from 'node:events';

const withinMs = 60_000;

/** Runs a program to its end, at most for a minute; resolves to its exit code and output. */
export async function run(
  program: string,
  args: readonly string[],
  env: Readonly<Record<string, string>>,
  cwd: string,
): Promise<{ readonly code: number | null; readonly output: string }> {
  const child = spawn(program, [...args], { cwd, env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'pipe'] });
  const limit = setTimeout(() => child.kill('SIGKILL'), withinMs);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (piece: Buffer) => (output += piece.toString()));
  const [code] = (await once(child, 'close')) as [number | null];
  clearTimeout(limit);
  return { code, output };
}
