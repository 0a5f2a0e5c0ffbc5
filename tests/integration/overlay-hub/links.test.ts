import { describe, expect, it } from 'vitest';
import { OVERLAY_PROTOCOL } from '#shared/contract/overlay/message.ts';
import { OverlayPage } from '#tests/support/overlayPage.ts';
import { atEnd } from '../backstage/setup.ts';
import { hubOnAir as onAir } from './hub.ts';

describe('link of a widget', () => {
  it('shows a card on all pages at once when it is revoked, and the new link works', async () => {
    const { hub } = await onAir();
    const link = await hub.widget('pkBar');
    const pages = [await hub.shown(link), await hub.shown(link)];
    const other = await hub.shown(await hub.widget('pkBar'));
    const { link: renewed } = await hub.screen.call('overlay.revoke', { id: link.id });
    for (const page of pages) {
      await page.until(() => page.closed);
      expect(page.refused).toBe('token');
    }
    expect(renewed.url).not.toBe(link.url);
    const again = await OverlayPage.open(link.url);
    await again.until(() => again.closed);
    expect([again.refused, again.messages.length]).toEqual(['token', 1]);
    await hub.shown(renewed);
    expect(other.closed).toBe(false);
  });

  it('is deleted and restored with its widget', async () => {
    const { hub } = await onAir();
    const link = await hub.widget('pkBar');
    const page = await hub.shown(link);
    await hub.screen.call('overlay.delete', { id: link.id });
    await page.until(() => page.closed);
    expect(page.refused).toBe('token');
    const { link: back } = await hub.screen.call('overlay.restore', { id: link.id });
    expect(back.url).toBe(link.url);
    await hub.shown(back);
  });

  it('reveals nothing to a foreign, wrong or missing token, or to garbage', async () => {
    const { hub } = await onAir();
    const link = await hub.widget('pkBar');
    const tokens = ['', 'x'.repeat(43), `${new URL(link.url).hash.slice(1, -1)}x`, '../..', 'x'.repeat(200)];
    for (const token of tokens) {
      const page = new OverlayPage(link.url);
      atEnd(() => page.close());
      await page.connected();
      page.send({ type: 'open', protocol: OVERLAY_PROTOCOL, token });
      await page.until(() => page.closed);
      expect(page.messages).toEqual([{ type: 'refused', reason: 'token' }]);
    }
    const garbage = [
      '{}',
      'null',
      '[]',
      '{"type":"open"}',
      '\u0000',
      `{"type":"${'x'.repeat(3000)}"}`,
      'x'.repeat(9000),
    ];
    for (const text of garbage) {
      const page = new OverlayPage(link.url);
      atEnd(() => page.close());
      await page.connected();
      page.socket.send(text);
      await page.until(() => page.closed);
      expect(page.messages).toEqual([]);
    }
  });

  it('asks a page of another version to reload itself', async () => {
    const { hub } = await onAir();
    const link = await hub.widget('pkBar');
    const page = new OverlayPage(link.url);
    atEnd(() => page.close());
    await page.connected();
    page.send({ type: 'open', protocol: OVERLAY_PROTOCOL + 1, token: new URL(link.url).hash.slice(1) });
    await page.until(() => page.closed);
    expect(page.refused).toBe('protocol');
  });

  it("is not overwritten by an operator who has not seen the other's change", async () => {
    const { hub } = await onAir();
    const link = await hub.widget('pkBar');
    await hub.screen.call('overlay.update', { ...link, name: 'Mine' });
    expect(await hub.screen.refusal('overlay.update', { ...link, name: 'Yours' })).toBe('overlay.stale');
    const { links } = await hub.screen.call('overlay.list', {});
    expect(links.map(({ name }) => name)).toEqual(['Mine']);
  });
});
