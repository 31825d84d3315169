import { languageCodes } from '@candor/contracts/languages';
import { expect, test } from 'vitest';
import { remarks as en } from './en/remarks.ts';
import { loadRemarks } from './remarks.ts';

/** Maximum length of a remark that the server accepts. */
const lengthMax = 300;

const textsOf = (remarks: object) => Object.values(remarks).flatMap((group: object) => Object.entries(group));

test.each(languageCodes)(
  'R-CON-17 every remark to a client exists in %s, translated, and is accepted',
  async (code) => {
    const own = textsOf(await loadRemarks(code));
    expect(own.map(([name]) => name)).toEqual(textsOf(en).map(([name]) => name));
    for (const [, text] of own) expect(String(text).length).toBeLessThanOrEqual(lengthMax);
    expect(own.every(([, text]) => String(text).trim().length >= 10)).toBe(true);
    if (code === 'en') return;
    const english = new Set(textsOf(en).map(([, text]) => text));
    expect(own.filter(([, text]) => english.has(text))).toEqual([]);
  },
);
