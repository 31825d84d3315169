import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join, relative } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build, type Plugin } from 'esbuild';

/** One edit of the product's source, in the bundle only. */
export interface Edit {
  /** Path from the repository's root. */
  readonly file: string;
  /** Occurs exactly once in the file. */
  readonly from: string;
  readonly to: string;
}

const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..');
const folder = join(root, 'node_modules', '.cache', 'sim');
let made = 0;

/** Bundles the simulator with the product and returns the import address. */
export async function bundleWorld(edits: readonly Edit[] = []): Promise<string> {
  made += 1;
  const outfile = join(folder, `${process.pid}-${made}.mjs`);
  await build({
    entryPoints: [join(root, 'sim', 'run-job.ts')],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    logLevel: 'silent',
    plugins: [externalPackages, editing(edits)],
  });
  return pathToFileURL(outfile).href;
}

/** Edits a source text; throws unless the place occurs exactly once, so that no mutant is lost unnoticed. */
export function applyEdits(path: string, source: string, edits: readonly Edit[]): string {
  let text = source;
  for (const { file, from, to } of edits.filter((edit) => edit.file === path)) {
    const count = text.split(from).length - 1;
    if (count !== 1) throw new Error(`${file} holds "${from}" ${count} times, not once: write the mutant anew`);
    text = text.replace(from, () => to);
  }
  return text;
}

const externalPackages: Plugin = {
  name: 'external packages',
  setup({ onResolve }) {
    // The workspaces' own packages are bundled; all others are loaded unchanged. The filter passes over those of Node
    // and of the workspaces, because each call of a plugin takes longer than the bundling of a file.
    onResolve({ filter: /^(?:@[^c]|@c[^a]|[a-mo-z]|n[^o]|no[^d]|nod[^e]|node[^:])/ }, ({ path, kind }) =>
      kind === 'entry-point' ? null : { path: addressOf(path), external: true },
    );
  },
};

const { resolve } = createRequire(join(root, 'package.json'));
function addressOf(specifier: string): string {
  const path = resolve(specifier);
  return path.startsWith('/') ? pathToFileURL(path).href : specifier;
}

function editing(edits: readonly Edit[]): Plugin {
  const files = new Set(edits.map(({ file }) => file));
  return {
    name: 'editing',
    setup({ onLoad }) {
      for (const file of files)
        onLoad({ filter: endOf(file) }, ({ path }) =>
          relative(root, path).replaceAll('\\', '/') === file
            ? { contents: applyEdits(file, readFileSync(path, 'utf8'), edits), loader: 'ts' }
            : null,
        );
    },
  };
}

/** Filter of the paths that end as a file's does, so that no other file is passed to the plugin. */
function endOf(file: string): RegExp {
  return new RegExp(`${basename(file).replaceAll('.', '\\.')}$`);
}
