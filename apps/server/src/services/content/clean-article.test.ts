import { fromHtml } from 'hast-util-from-html';
import { describe, expect, test } from 'vitest';
import { attacks } from '../../../../../testkit/xss-attacks.ts';
import { type AllowImage, type ArticleFormat, cleanArticle } from './clean-article.ts';

const listed: AllowImage = (src) => (src.startsWith('https://pictures.example/') ? src : '');
const clean = (format: ArticleFormat, source: string) => cleanArticle(format, source, listed);
const html = (source: string) => clean('html', source)?.html;

const elements = new Set(
  'p br hr h2 h3 h4 blockquote pre code figure figcaption img a strong b em i u s del ins sub sup ul ol li dl dt dd table caption thead tbody tfoot tr th td'.split(
    ' ',
  ),
);
const attributes = new Set(
  'lang dir href title target rel src alt loading referrerPolicy start colSpan rowSpan align'.split(' '),
);

/** Returns elements and attributes outside the allowlist after parsing as a browser does. */
function strangers(shown: string): string[] {
  const found: string[] = [];
  const left = [...fromHtml(shown, { fragment: true }).children];
  for (let node = left.pop(); node !== undefined; node = left.pop()) {
    if (node.type === 'text') continue;
    if (node.type !== 'element') {
      found.push(node.type);
      continue;
    }
    if (!elements.has(node.tagName)) found.push(node.tagName);
    for (const [name, value] of Object.entries(node.properties)) {
      if (!attributes.has(name)) found.push(`${node.tagName} ${name}`);
      if (name === 'href' && !/^https:\/\/[a-z0-9.-]+(:\d+)?\//.test(String(value)))
        found.push(`href ${String(value)}`);
      if (name === 'src' && !String(value).startsWith('https://pictures.example/')) found.push(`src ${String(value)}`);
    }
    left.push(...node.children);
  }
  return found;
}

describe('R-CNT-02 an article', () => {
  test('the corpus is large and the checker detects violations', () => {
    expect(attacks.length).toBeGreaterThanOrEqual(60);
    expect(strangers('<p onclick=a()>x<script>1</script><a href="javascript:a()">y</a><!--z-->')).toHaveLength(4);
  });

  test.each(attacks)('%s keeps only allowed elements, as HTML and Markdown, also when cleaned twice', (attack) => {
    for (const format of ['html', 'markdown'] as const) {
      const saved = clean(format, attack);
      expect(strangers(saved?.html ?? '')).toEqual([]);
      // Cleaning is idempotent: nothing hides in how it is parsed.
      expect(clean('html', saved?.html ?? '')).toEqual({ html: saved?.html, removed: 0 });
    }
  });

  test('keeps the elements of articles', () => {
    const source =
      '<h2>Rates</h2><p lang="en" dir="ltr">A <strong>b</strong> <em>c</em>&#x26;d</p><ul><li>one</li></ul>' +
      '<table><thead><tr><th align="right">x</th></tr></thead><tbody><tr><td colspan="2">1</td></tr></tbody></table>';
    expect(clean('html', source)).toEqual({ html: source, removed: 0 });
    const markdown = '## Rates\n\nA **b** *c* ~~d~~\n\n- one\n\n| x |\n| -: |\n| 1 |\n';
    expect(clean('markdown', markdown)?.html.replaceAll('\n', '')).toBe(
      '<h2>Rates</h2><p>A <strong>b</strong> <em>c</em> <s>d</s></p><ul><li>one</li></ul>' +
        '<table><thead><tr><th align="right">x</th></tr></thead><tbody><tr><td align="right">1</td></tr></tbody></table>',
    );
    expect(clean('markdown', markdown)?.removed).toBe(0);
  });

  test('headings of any rank stay headings below the page’s own', () => {
    expect(clean('markdown', '# One\n\n## Two\n\n###### Six\n')).toEqual({
      html: '<h2>One</h2>\n<h2>Two</h2>\n<h4>Six</h4>\n',
      removed: 0,
    });
    expect(clean('html', '<div><h1>One</h1></div><h5>Five</h5>')).toEqual({
      html: '<h2>One</h2><h4>Five</h4>',
      removed: 1,
    });
  });

  test('links are https only, in a new page without opener or referrer', () => {
    const dress = 'target="_blank" rel="noopener noreferrer nofollow"';
    expect(html('<a href="https://example.com/a?b=1&amp;c" rel="opener" target="_top">x</a>')).toBe(
      `<a href="https://example.com/a?b=1&#x26;c" ${dress}>x</a>`,
    );
    expect(clean('markdown', '[x](https://example.com)')?.html).toContain(`<a href="https://example.com/" ${dress}>`);
    for (const href of [
      'http://example.com',
      '//example.com',
      '/rank',
      'mailto:a@b.c',
      'https:a',
      'https://u:p@example.com',
    ])
      expect(html(`<a href="${href}">x</a>`)).toBe('<a>x</a>');
  });

  test('pictures from other sources are removed', () => {
    expect(html('<img src="https://pictures.example/a.png" alt="A" onload="x()">')).toBe(
      '<img src="https://pictures.example/a.png" alt="A" loading="lazy" referrerpolicy="no-referrer">',
    );
    for (const src of ['https://elsewhere.example/a.png', '/v1/api/forex/close?id=1', 'data:image/svg+xml,<svg/>', ''])
      expect(html(`a<img src="${src}">b`)).toBe('ab');
  });

  test('removals are counted, additions are not', () => {
    expect(clean('html', '<p>plain</p>')?.removed).toBe(0);
    expect(clean('html', '<p style="a" class="b">x<!-- c --></p><script>1</script>')?.removed).toBe(4);
    expect(clean('html', '<a href="https://example.com" target="_self">x</a>')?.removed).toBe(0);
    expect(clean('html', '<img src="https://elsewhere.example/a.png">')?.removed).toBe(2);
  });

  test('too deep or too large an article is refused', () => {
    for (const piece of ['<div>', '<b>', '<a><b>', '<template>', '<table><td>', '<ul><li>', '<svg>'])
      expect(clean('html', piece.repeat(9_000 / piece.length))).toBeNull();
    expect(clean('html', '<b>x</b>'.repeat(5_001))).toBeNull();
    expect(clean('html', '<b>x</b>'.repeat(4_900))).not.toBeNull();
    expect(strangers(clean('markdown', '> '.repeat(20_000))?.html ?? '')).toEqual([]);
    expect(strangers(clean('markdown', '**a'.repeat(16_000))?.html ?? '')).toEqual([]);
  });
});
