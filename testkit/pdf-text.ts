import { inflateSync } from 'node:zlib';

/** Returns the text of each page of a PDF made by the product, by its `ToUnicode` tables. */
export function pdfTexts(file: Buffer): string[] {
  const objects = objectsOf(file);
  const pages = [...objects.values()].filter(({ head }) => /\/Type \/Page\b/.test(head));
  return pages.map(({ head }) => {
    const fonts = fontsOf(objects, refOf(head, 'Resources'));
    const content = objects.get(refOf(head, 'Contents'))?.stream.toString('latin1') ?? '';
    return textOf(content, fonts);
  });
}

interface PdfObject {
  readonly head: string;
  readonly stream: Buffer;
}

function objectsOf(file: Buffer): Map<number, PdfObject> {
  const text = file.toString('latin1');
  const objects = new Map<number, PdfObject>();
  for (const match of text.matchAll(/(?<=^|\n)(\d+) 0 obj\n/g)) {
    const begin = match.index + match[0].length;
    const body = text.slice(begin, text.indexOf('\nendobj', begin));
    const [head = ''] = body.split('stream\n', 1);
    const length = Number(/\/Length (\d+)/.exec(head)?.[1] ?? 0);
    const at = begin + head.length + 'stream\n'.length;
    const raw = file.subarray(at, at + length);
    objects.set(Number(match[1]), { head, stream: /FlateDecode/.test(head) ? inflateSync(raw) : raw });
  }
  return objects;
}

function refOf(head: string, name: string): number {
  return Number(new RegExp(`/${name} (\\d+) 0 R`).exec(head)?.[1] ?? 0);
}

type Letters = ReadonlyMap<string, string>;

function fontsOf(objects: ReadonlyMap<number, PdfObject>, resources: number): Map<string, Letters> {
  const { head = '' } = objects.get(resources) ?? {};
  const fonts = new Map<string, Letters>();
  for (const [, name = '', ref] of head.matchAll(/\/(F\d+) (\d+) 0 R/g)) {
    const table =
      objects.get(refOf(objects.get(Number(ref))?.head ?? '', 'ToUnicode'))?.stream.toString('latin1') ?? '';
    const letters = new Map<string, string>();
    for (const [, first = '', list = ''] of table.matchAll(/<(\w{4})> <\w{4}> \[([^\]]*)\]/g)) {
      const from = Number.parseInt(first, 16);
      for (const [at, [, hex = '']] of [...list.matchAll(/<([\w ]+)>/g)].entries()) {
        const letter = Buffer.from(hex.replaceAll(' ', ''), 'hex').swap16().toString('utf16le');
        letters.set((from + at).toString(16).padStart(4, '0'), letter);
      }
    }
    fonts.set(name, letters);
  }
  return fonts;
}

/** Returns one line per run of text. */
function textOf(content: string, fonts: ReadonlyMap<string, Letters>): string {
  let letters: Letters = new Map();
  const lines: string[] = [];
  for (const [, font, run] of content.matchAll(/\/(F\d+) [\d.]+ Tf|\[([^\]]*)\] TJ/g)) {
    if (font !== undefined) letters = fonts.get(font) ?? new Map();
    const parts = [...(run ?? '').matchAll(/<(\w*)>/g)].map(([, hex = '']) => decodeRun(hex, letters));
    if (run !== undefined) lines.push(parts.join(''));
  }
  return lines.join('\n');
}

/** Decodes a run; standard fonts have no table, and their codes are letters. */
function decodeRun(hex: string, letters: Letters): string {
  if (letters.size === 0) return Buffer.from(hex, 'hex').toString('latin1');
  return (hex.match(/.{4}/g) ?? []).map((code) => letters.get(code) ?? '?').join('');
}
