import type { Element, Nodes, Properties, Root } from 'hast';
import { fromHtml } from 'hast-util-from-html';
import { type Schema, sanitize } from 'hast-util-sanitize';
import { toHtml } from 'hast-util-to-html';
import MarkdownIt from 'markdown-it';

export type ArticleFormat = 'markdown' | 'html';

export interface CleanText {
  readonly html: string;
  /** Removed elements, attributes and comments. */
  readonly removed: number;
}

/** Returns the address a picture may load from; empty if not allowed. */
export type AllowImage = (src: string) => string;

/** Limits well above any article; beyond them cleaning would take too long. */
const elementsMax = 5_000;
const depthMax = 60;

/**
 * Allowlist for articles (R-CNT-02): nothing active, no name, class or style that could affect the page, and no element
 * whose content HTML and XML parse differently.
 */
const schema: Schema = {
  tagNames: (
    'p br hr h2 h3 h4 blockquote pre code figure figcaption img a strong b em i u s del ins sub sup ' +
    'ul ol li dl dt dd table caption thead tbody tfoot tr th td'
  ).split(' '),
  attributes: {
    '*': ['lang', ['dir', 'ltr', 'rtl', 'auto']],
    a: ['href', 'title'],
    img: ['src', 'alt', 'title'],
    ol: ['start'],
    td: ['colSpan', 'rowSpan', ['align', 'left', 'center', 'right']],
    th: ['colSpan', 'rowSpan', ['align', 'left', 'center', 'right']],
  },
  ancestors: Object.fromEntries(
    ['caption', 'thead', 'tbody', 'tfoot', 'tr', 'th', 'td'].map((name) => [name, ['table']]),
  ),
  protocols: { href: ['https'], src: ['https'] },
  // Content of these is code or another language, not text.
  strip: ['script', 'style', 'template', 'noscript', 'iframe', 'object', 'svg', 'math', 'title', 'textarea', 'select'],
  clobber: [],
  allowComments: false,
  allowDoctypes: false,
};

/** The page's title is the only h1, so articles start at h2; ranks below h4 become h4. */
const headingOf: Readonly<Record<string, string>> = { h1: 'h2', h5: 'h4', h6: 'h4' };

/** Raw HTML in Markdown is escaped; links and pictures are checked as in HTML. */
const markdown = new MarkdownIt({ html: false, linkify: false, maxNesting: 30 });
// Column alignment becomes an attribute, because styles are removed.
markdown.core.ruler.push('align-by-attribute', ({ tokens }) => {
  for (const token of tokens) {
    const side = token.attrGet('style')?.toString().replace('text-align:', '');
    if (side !== undefined) token.attrs = [['align', side]];
  }
});

/**
 * Returns an article's text as safe HTML; cleaning is idempotent. Null if it has too many elements or is nested too
 * deeply.
 */
export function cleanArticle(format: ArticleFormat, source: string, allowImage: AllowImage): CleanText | null {
  const written = format === 'markdown' ? markdown.render(source) : source;
  if (written.split('<', elementsMax * 2 + 2).length > elementsMax * 2 + 1) return null;
  const parsed = parse(written);
  const before = parsed && weigh(parsed);
  if (parsed === null || before === null) return null;
  setHeadings(parsed);
  const clean = sanitize(parsed, schema) as Root;
  judgeAddresses(clean, allowImage);
  const after = weigh(clean) ?? 0;
  dress(clean);
  return { html: toHtml(clean), removed: before - after };
}

/** Null if nested more deeply than the parser can follow. */
function parse(html: string): Root | null {
  try {
    return fromHtml(html, { fragment: true });
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

/** Counts elements, comments and attributes except those added by `dress`; null if too deep. */
function weigh(root: Root): number | null {
  let weight = 0;
  const left: { node: Nodes; depth: number }[] = [{ node: root, depth: 0 }];
  for (let at = left.pop(); at !== undefined; at = left.pop()) {
    const { node, depth } = at;
    if (depth > depthMax) return null;
    if (node.type === 'element')
      weight += 1 + Object.keys(node.properties).filter((name) => !isDress(node, name)).length;
    if (node.type === 'comment' || node.type === 'doctype') weight += 1;
    const inner = node.type === 'element' && node.content !== undefined ? [node.content] : [];
    const children: readonly Nodes[] = 'children' in node ? [...node.children, ...inner] : inner;
    for (const child of children) left.push({ node: child, depth: depth + 1 });
  }
  return weight;
}

/** Maps headings of other ranks instead of dropping them to bare text. */
function setHeadings(parent: Root | Element): void {
  for (const child of parent.children) {
    if (child.type !== 'element') continue;
    child.tagName = headingOf[child.tagName] ?? child.tagName;
    setHeadings(child);
  }
}

/** Removes links that are not https and pictures from other sources. */
function judgeAddresses(parent: Root | Element, allowImage: AllowImage): void {
  parent.children = parent.children.filter((child) => {
    if (child.type !== 'element') return true;
    if (child.tagName === 'a') judge(child.properties, 'href', toHttps);
    if (child.tagName === 'img') judge(child.properties, 'src', allowImage);
    judgeAddresses(child, allowImage);
    return child.tagName !== 'img' || child.properties['src'] !== undefined;
  });
}

function judge(properties: Properties, name: 'href' | 'src', allow: (address: string) => string): void {
  const given = properties[name];
  const allowed = typeof given === 'string' ? allow(given) : '';
  if (allowed === '') delete properties[name];
  else properties[name] = allowed;
}

/** Returns an absolute https URL without credentials; else empty. */
function toHttps(text: string): string {
  if (!/^https:\/\/[^/]/i.test(text) || !URL.canParse(text)) return '';
  const url = new URL(text);
  return url.protocol === 'https:' && url.username === '' && url.password === '' ? url.href : '';
}

/** Attributes set on every link and picture: a new page without opener or referrer. */
const dressOf: Readonly<Record<string, Properties>> = {
  a: { target: '_blank', rel: ['noopener', 'noreferrer', 'nofollow'] },
  img: { loading: 'lazy', referrerPolicy: 'no-referrer' },
};

function isDress({ tagName }: Element, name: string): boolean {
  return Object.hasOwn(dressOf, tagName) && Object.hasOwn(dressOf[tagName] ?? {}, name);
}

function dress(parent: Root | Element): void {
  for (const child of parent.children) {
    if (child.type !== 'element') continue;
    if (child.tagName !== 'a' || child.properties['href'] !== undefined)
      Object.assign(child.properties, dressOf[child.tagName]);
    dress(child);
  }
}

/** Job of the worker thread: first lists the pictures, then renders with the allowed ones. */
export interface ArticleJob {
  readonly format: ArticleFormat;
  readonly source: string;
  /** Allowed picture addresses; null to list the addresses. */
  readonly allowed: ReadonlyMap<string, string> | null;
}

export interface ArticleAnswer {
  readonly clean: CleanText | null;
  readonly pictures: readonly string[];
}

/** Runs in a worker thread (R-SEC-33). */
export function cleanInThread({ format, source, allowed }: ArticleJob): ArticleAnswer {
  const pictures = new Set<string>();
  const clean = cleanArticle(format, source, (src) => {
    pictures.add(src);
    return allowed?.get(src) ?? '';
  });
  return { clean, pictures: [...pictures] };
}
