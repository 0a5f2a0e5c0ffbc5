import type { Page } from 'playwright';
import { z } from 'zod';

/** Roles that need an accessible name. */
const named = new Set([
  'button',
  'checkbox',
  'combobox',
  'dialog',
  'img',
  'image',
  'link',
  'listbox',
  'menuitem',
  'option',
  'progressbar',
  'radio',
  'radiogroup',
  'searchbox',
  'slider',
  'spinbutton',
  'switch',
  'tab',
  'textbox',
]);

const treeSchema = z.object({
  nodes: z.array(
    z.object({
      nodeId: z.string(),
      ignored: z.boolean(),
      role: z.object({ value: z.unknown() }).optional(),
      name: z.object({ value: z.unknown() }).optional(),
      backendDOMNodeId: z.number().optional(),
    }),
  ),
});

const described = z.object({
  node: z.object({ localName: z.string(), attributes: z.array(z.string()).default([]) }),
});

/** Controls and pictures without a name in Chromium's accessibility tree. */
export async function namelessControls(page: Page): Promise<string[]> {
  const session = await page.context().newCDPSession(page);
  try {
    const { nodes } = treeSchema.parse(await session.send('Accessibility.getFullAXTree'));
    const problems: string[] = [];
    for (const { ignored, role, name, backendDOMNodeId } of nodes) {
      const kind = String(role?.value ?? '');
      if (ignored || !named.has(kind) || String(name?.value ?? '').trim() !== '') continue;
      problems.push(`a ${kind} has no name: ${await describe(backendDOMNodeId)}`);
    }
    return problems;

    async function describe(backendNodeId: number | undefined): Promise<string> {
      if (backendNodeId === undefined) return 'created by the browser';
      const { node } = described.parse(await session.send('DOM.describeNode', { backendNodeId }));
      const at = node.attributes.indexOf('class');
      return `${node.localName}.${at < 0 ? '' : (node.attributes[at + 1] ?? '').replaceAll(' ', '.')}`;
    }
  } finally {
    await session.detach();
  }
}
