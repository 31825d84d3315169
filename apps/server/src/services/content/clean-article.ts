import type { Element, Nodes, Properties, Root } from 'hast';
import { fromHtml } from 'hast-util-from-html';
import { type Schema, sanitize } from 'hast-util-sanitize';
import { toHtml } from 'hast-util-to-html';
import MarkdownIt from 'markdown-it';

export type ArticleFormat = 'markdown' | 'html';

export interface CleanText {
  readonly html: string;
  /** Elements, attributes and comments that were taken out. */
  readonly removed: number;
}

/** A picture's address as it may be loaded; empty for one that may not. */
export type AllowImage = (src: string) => string;

/** Far more than an article has; so deep or so many that reading them would keep orders waiting are refused. */
const elementsMax = 5_000;
const depthMax = 60;

/**
 * What may stand in an article (R-CNT-02). Nothing with an effect of its own, no name, class or style to reach into the
 * page with, and none of the elements whose content HTML and XML read differently.
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
  // What stands in these is a program or another language, and no text of the article.
  strip: ['script', 'style', 'template', 'noscript', 'iframe', 'object', 'svg', 'math', 'title', 'textarea', 'select'],
  clobber: [],
  allowComments: false,
  allowDoctypes: false,
};

/** The page's title is its only first heading, so an article's own begin with the second; below the fourth nothing is told apart. */
const headingOf: Readonly<Record<string, string>> = { h1: 'h2', h5: 'h4', h6: 'h4' };

/** Raw HTML in Markdown is text; links and pictures are judged as those of HTML are. */
const markdown = new MarkdownIt({ html: false, linkify: false, maxNesting: 30 });
// A column's side is an attribute of the list; as a style it would be taken out.
markdown.core.ruler.push('align-by-attribute', ({ tokens }) => {
  for (const token of tokens) {
    const side = token.attrGet('style')?.toString().replace('text-align:', '');
    if (side !== undefined) token.attrs = [['align', side]];
  }
});

/**
 * An article's text as HTML that may be shown, whatever it was written as; clean text comes out as it went in. Null for
 * one with too many elements, or nested too deeply.
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

/** Null for what is nested more deeply than the parser can follow. */
function parse(html: string): Root | null {
  try {
    return fromHtml(html, { fragment: true });
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

/** Counts elements, comments and attributes, but those that are only ever put in by `dress`; null when it is too deep. */
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

/** Headings of other ranks stay headings: taking them out would leave their words standing bare. */
function setHeadings(parent: Root | Element): void {
  for (const child of parent.children) {
    if (child.type !== 'element') continue;
    child.tagName = headingOf[child.tagName] ?? child.tagName;
    setHeadings(child);
  }
}

/** Links lead to https, pictures come from where they may; what does neither goes. */
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

/** A whole https address without a name or password in it; anything else is none. */
function toHttps(text: string): string {
  if (!/^https:\/\/[^/]/i.test(text) || !URL.canParse(text)) return '';
  const url = new URL(text);
  return url.protocol === 'https:' && url.username === '' && url.password === '' ? url.href : '';
}

/** What links and pictures carry in any case: a page of their own that knows nothing of ours. */
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

/** What the thread is given of a text: first it names the pictures, then it writes the text with those that may stay. */
export interface ArticleJob {
  readonly format: ArticleFormat;
  readonly source: string;
  /** Addresses of pictures as they may be loaded; null to have the addresses listed. */
  readonly allowed: ReadonlyMap<string, string> | null;
}

export interface ArticleAnswer {
  readonly clean: CleanText | null;
  readonly pictures: readonly string[];
}

/** Runs in a thread of its own (R-SEC-33). */
export function cleanInThread({ format, source, allowed }: ArticleJob): ArticleAnswer {
  const pictures = new Set<string>();
  const clean = cleanArticle(format, source, (src) => {
    pictures.add(src);
    return allowed?.get(src) ?? '';
  });
  return { clean, pictures: [...pictures] };
}
