import { describe, expect, it } from 'vitest';
import type { OverlayLinkView } from '#shared/contract/calls/overlay.ts';
import { type SceneItem, widgetOptionsSchema } from '#shared/contract/overlay/widget.ts';
import type { OverlayPage } from '#tests/support/overlayPage.ts';
import { openHub, type TestHub } from './hub.ts';

const place = (widget: string): SceneItem => ({ widget, x: 0, y: 0, width: 400, height: 300, hidden: false });

const sceneOptions = (...widgets: OverlayLinkView[]) =>
  widgetOptionsSchema.parse({ kind: 'scene', items: widgets.map(({ id }) => place(id)) });

const tokenOf = ({ url }: Pick<OverlayLinkView, 'url'>) => new URL(url).hash.slice(1);

/** The tokens that a page of a scene has received last. */
function tokensOf(page: OverlayPage): Record<string, string> {
  const message = page.messages.findLast(({ type }) => type === 'snapshot' || type === 'options');
  if (message?.type !== 'snapshot' && message?.type !== 'options') return {};
  return message.options.kind === 'scene' ? message.options.tokens : {};
}

async function sceneOf(hub: TestHub) {
  const bar = await hub.widget('pkBar');
  const goal = await hub.widget('goal');
  const scene = await hub.widget('scene', sceneOptions(bar, goal));
  return { bar, goal, scene, page: await hub.shown(scene) };
}

describe('scene', () => {
  it('gives its page the links of its widgets, and stores none of them', async () => {
    const hub = await openHub();
    const { bar, goal, scene, page } = await sceneOf(hub);
    expect(tokensOf(page)).toEqual({ [bar.id]: tokenOf(bar), [goal.id]: tokenOf(goal) });
    const { id, name, changedAt } = scene;
    const options = { ...sceneOptions(bar), tokens: { [goal.id]: tokenOf(goal) } };
    const { link } = await hub.screen.call('overlay.update', { id, name, options, changedAt });
    expect(link.options).toMatchObject({ tokens: {} });
    await page.until(() => Object.keys(tokensOf(page)).length === 1);
    expect(tokensOf(page)).toEqual({ [bar.id]: tokenOf(bar) });
  });

  it('follows a widget that gets a new link, is deleted or restored', async () => {
    const hub = await openHub();
    const { bar, page } = await sceneOf(hub);
    const { link } = await hub.screen.call('overlay.revoke', { id: bar.id });
    await page.until(() => tokensOf(page)[bar.id] === tokenOf(link));
    await hub.screen.call('overlay.delete', { id: bar.id });
    await page.until(() => tokensOf(page)[bar.id] === undefined);
    await hub.screen.call('overlay.restore', { id: bar.id });
    await page.until(() => tokensOf(page)[bar.id] === tokenOf(link));
  });

  it('holds each widget once', async () => {
    const hub = await openHub();
    const { bar, scene } = await sceneOf(hub);
    const { id, name, changedAt } = scene;
    const options = { ...sceneOptions(bar), items: [place(bar.id), { ...place(bar.id), x: 500 }] };
    expect(await hub.screen.refusal('overlay.update', { id, name, options, changedAt })).toBe('invalid');
  });

  it('holds no scene', async () => {
    const hub = await openHub();
    const { scene } = await sceneOf(hub);
    const { id, name, changedAt } = await hub.widget('scene');
    const args = { id, name, options: sceneOptions(scene), changedAt };
    expect(await hub.screen.refusal('overlay.update', args)).toBe('invalid');
  });
});
