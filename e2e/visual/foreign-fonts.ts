import type { Page } from 'playwright-core';

interface DomNode {
  readonly nodeId: number;
  readonly nodeType: number;
  readonly children?: readonly DomNode[];
}

const elementNode = 1;
const textNode = 3;

/** Returns system fonts used on the page; with one, a golden image would differ on another machine. */
export async function foreignFonts(page: Page): Promise<string[]> {
  const session = await page.context().newCDPSession(page);
  await session.send('DOM.enable');
  await session.send('CSS.enable');
  const { root } = (await session.send('DOM.getDocument', { depth: -1 })) as { root: DomNode };
  const found = await Promise.all(
    elementsWithText(root).map((nodeId) => session.send('CSS.getPlatformFontsForNode', { nodeId })),
  );
  await session.detach();
  const foreign = found.flatMap(({ fonts }) => fonts).filter((font) => !font.isCustomFont && font.glyphCount > 0);
  return [...new Set(foreign.map((font) => font.familyName))];
}

function elementsWithText(node: DomNode): number[] {
  const children = node.children ?? [];
  const own = node.nodeType === elementNode && children.some((child) => child.nodeType === textNode);
  return [...(own ? [node.nodeId] : []), ...children.flatMap(elementsWithText)];
}
