import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build, type Plugin, transform } from 'esbuild';
import { parseAst } from 'vite';

// Files of the domain that one command enters, and how often it comes back to one that it had entered before:
// `node --import tsx bench/engine-walk.ts` prints the walk of each kind of command, from `execute` to its result.
// Counted are all files, those of `values` too. A return is a call from one file into another that was entered before.
// Calls into `values` (bigint division, powers of ten, brands) are counted apart: every formula makes several.

const root = join(fileURLToPath(import.meta.url), '..', '..');
const domain = join(root, 'packages', 'domain', 'src');

export interface Walk {
  readonly name: string;
  /** Distinct files, in the order they are entered. */
  readonly files: readonly string[];
  /** Calls from one file into another that was entered before, without those into `values`. */
  readonly returns: number;
  /** The same into files of `values`. */
  readonly valueCalls: number;
}

/** Runs the commands of `engine-walk-run.ts` with every function of the domain reporting its file. */
export async function measureWalks(): Promise<Walk[]> {
  const outfile = join(root, 'node_modules', '.cache', `engine-walk-${process.pid}.mjs`);
  await build({
    entryPoints: [join(root, 'bench', 'engine-walk-run.ts')],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    packages: 'external',
    alias: { '@candor/domain': domain },
    logLevel: 'error',
    plugins: [reporting],
  });
  const { runWalks } = (await import(pathToFileURL(outfile).href)) as { runWalks: () => Walk[] };
  return runWalks();
}

const reporting: Plugin = {
  name: 'reporting',
  setup({ onLoad }) {
    onLoad({ filter: /packages\/domain\/src\/.*\.ts$/ }, async ({ path }) => {
      const { code } = await transform(readFileSync(path, 'utf8'), { loader: 'ts', target: 'es2022' });
      return { contents: addReports(code, relative(domain, path)), loader: 'js' };
    });
  },
};

interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly body?: Node | readonly Node[];
}

/** Wraps the body of every function, so that it reports its file when it begins and ends. */
function addReports(code: string, file: string): string {
  const edits: { readonly at: number; readonly text: string }[] = [];
  const enter = `globalThis.__walk?.enter(${JSON.stringify(file)});try{`;
  const leave = '}finally{globalThis.__walk?.leave();}';
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) return value.forEach(visit);
    if (typeof value !== 'object' || value === null) return;
    const node = value as Node;
    if (/^(FunctionDeclaration|FunctionExpression|ArrowFunctionExpression)$/.test(node.type)) {
      const body = node.body as Node;
      const isBlock = body.type === 'BlockStatement';
      // An expression may be in brackets, which are not part of its node.
      const begin = isBlock ? body.start + 1 : code.lastIndexOf('=>', body.start) + 2;
      edits.push({ at: begin, text: isBlock ? enter : `{${enter}return (` });
      edits.push({ at: isBlock ? body.end - 1 : node.end, text: isBlock ? leave : `);${leave}}` });
    }
    for (const inner of Object.values(node)) visit(inner);
  };
  visit(parseAst(code));
  // Several edits may share a place: those of inner functions, which come later, close first.
  const ordered = edits.map((edit, index) => ({ ...edit, index })).sort((a, b) => b.at - a.at || a.index - b.index);
  let text = code;
  for (const { at, text: added } of ordered) text = text.slice(0, at) + added + text.slice(at);
  return text;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const { name, files, returns, valueCalls } of await measureWalks()) {
    process.stdout.write(`${name}: ${files.length} files, ${returns} returns, ${valueCalls} calls of values\n`);
    if (process.argv.includes('--files')) process.stdout.write(`  ${files.join('\n  ')}\n`);
  }
}
