#!/usr/bin/env node
// Builds the page that verifies, one HTML file, from the modules of the commands. Plain Node, no packages: the same
// sources give the same bytes anywhere. The modules are put one after another as they are, comments too.
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const folder = import.meta.dirname;
const imported = /^import \{([^}]*)\} from '([^']+)';\n/gm;
const exported = /^export (?:async )?(?:function|const|class) (\w+)/gm;

/** Returns the page. */
export function buildPage() {
  const read = (name) => readFileSync(join(folder, 'page', name), 'utf8');
  const [style, script] = [`\n${read('verify.css')}`, `\n${bundle('page/main.mjs')}`];
  // `connect-src`: the address that the reader names. A copy opened as a file can reach https only.
  const policy = [
    "default-src 'none'",
    `script-src ${sourceOf(script)}`,
    `style-src ${sourceOf(style)}`,
    "connect-src 'self' https:",
    "form-action 'none'",
    "base-uri 'none'",
  ].join('; ');
  const parts = { policy, style, script };
  return read('verify.html').replace(/\{\{(\w+)\}\}/g, (_, name) => parts[name]);
}

function sourceOf(text) {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}

/** Puts a module behind those that it imports, each once, in a function of its own: names do not meet. */
function bundle(entry) {
  const names = new Map();
  const parts = [];
  const add = (path) => {
    if (names.has(path)) return;
    const text = readFileSync(join(folder, path), 'utf8');
    const source = text.replace(imported, (_, list, from) => {
      const target = join(dirname(path), from);
      add(target);
      return `const {${list.replace(/ as /g, ': ')}} = ${names.get(target)};\n`;
    });
    if (/^(?:import|export \{|export default)/m.test(source))
      throw new Error(`${path} has an import or export of another form`);
    if (source.includes('</script')) throw new Error(`${path} would end the script`);
    const given = [...source.matchAll(exported)].map(([, name]) => name);
    names.set(path, `from_${path.replace(/\W/g, '_')}`);
    const body = source.replace(/^export /gm, '').trimEnd();
    parts.push(
      `// ===== ${path} =====\nconst ${names.get(path)} = (() => {\n${body}\nreturn { ${given.join(', ')} };\n})();\n`,
    );
  };
  add(entry);
  return `'use strict';\n${parts.join('\n')}`;
}

const [, started, out] = process.argv;
if (started === import.meta.filename) {
  const page = buildPage();
  const hash = createHash('sha256').update(page).digest('hex');
  if (out !== undefined) writeFileSync(out, page);
  process.stdout.write(`${hash}  ${out ?? 'verify.html'}\n`);
}
