import type { ConsoleCall } from '../packages/contracts/src/console/call.ts';

/** Returns a call's path with its parameters filled in. */
export function consolePathOf(call: Pick<ConsoleCall, 'path'>, params: Readonly<Record<string, string>>): string {
  const path = call.path.replaceAll(/:([a-z_]+)/g, (_, name: string) => {
    const value = params[name];
    if (value === undefined) throw new Error(`${call.path} asks for ${name}: say what to try for it.`);
    return value;
  });
  return `/api/console${path}`;
}

/** Returns a call's name in the list of served routes. */
export function routeOf({ method, path }: Pick<ConsoleCall, 'method' | 'path'>): string {
  return `${method} /api/console${path}`;
}
