import { createServer } from 'node:http';
import type { Page } from 'playwright';
import { describe, expect, it } from 'vitest';
import { chooseOption } from '#tests/support/controls.ts';
import { web } from '#tests/support/forms.ts';
import type { OnAir } from '#tests/support/onAir.ts';
import type { ToolPage } from '#tests/support/toolPage.ts';

const HOST = 'host.of.the.show';
const KEY = 'key-of-the-host-1';
const OTHER_KEY = 'key-of-the-host-2';

/** A signing service that refuses every request and records its key. */
async function startSigningService() {
  const keys: string[] = [];
  const server = createServer((request, response) => {
    keys.push(String(request.headers['x-api-key']));
    response.writeHead(403).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}`,
    /** The key of the last request, null if there was none; clears the record. */
    takeKey: () => keys.splice(0).at(-1) ?? null,
    close: () => server.close(),
  };
}

/** Records all frames that the page's WebSockets receive. */
function recordReceived(page: Page): () => string {
  const received: string[] = [];
  page.on('websocket', (socket) =>
    socket.on('framereceived', ({ payload }) => void received.push(String(payload))),
  );
  return () => received.join('\n');
}

/** Reloads the page and opens the form of Line 2 under Setting. */
async function openLine({ page, tab }: { page: Page; tab(name: string): Promise<void> }) {
  await page.reload();
  await tab('Setting');
  await page.getByText('Advanced: addresses of the lines').click();
  const line = page.getByRole('group', { name: 'Line 2' });
  const save = page.getByRole('button', { name: 'Save', exact: true });
  return {
    line,
    key: line.getByLabel('Your key for the signing service'),
    removal: line.getByLabel('Delete the saved one when I save'),
    save: async () => {
      await save.click();
      await save.waitFor({ state: 'detached' });
    },
  };
}

async function onSignedLine(
  test: (
    show: OnAir,
    tool: ToolPage,
    signing: Awaited<ReturnType<typeof startSigningService>>,
  ) => Promise<void>,
) {
  const signing = await startSigningService();
  const show = await web.goOnAir({ username: HOST, script: 'empty' });
  try {
    const tool = await show.open();
    await test(show, tool, signing);
    expect(tool.complaints).toEqual([]);
  } finally {
    await show.close();
    signing.close();
  }
}

describe('signing key of a line', () => {
  it('is saved, replaced and deleted under Setting, and never sent back to the page', async () => {
    await onSignedLine(async (show, tool, signing) => {
      const received = recordReceived(tool.page);
      const open = () => openLine({ page: tool.page, tab: (name) => tool.tab(name) });
      const keyInUse = async () => {
        let key: string | null = null;
        await show.call('room.open', { username: HOST, lineId: 'line2' });
        await expect
          .poll(() => {
            key ??= signing.takeKey();
            return key;
          })
          .not.toBeNull();
        return key;
      };

      const empty = await open();
      await chooseOption(empty.line, 'Kind', 'Signing service');
      await empty.line.getByLabel('Signing service address').fill(signing.url);
      expect(await empty.removal.count()).toBe(0);
      await empty.key.fill(KEY);
      await empty.save();
      expect(await keyInUse()).toBe(KEY);

      const saved = await open();
      await saved.line.getByText('Leave it empty to keep the saved one.').waitFor();
      expect(await saved.key.inputValue()).toBe('');
      expect(await saved.key.getAttribute('placeholder')).toBe('Saved, not shown');
      await saved.line.getByLabel('Signing service address').fill(`${signing.url}/v2`);
      await saved.save();
      expect(await keyInUse()).toBe(KEY);

      const replaced = await open();
      await replaced.key.fill(OTHER_KEY);
      await replaced.save();
      expect(await keyInUse()).toBe(OTHER_KEY);

      const removed = await open();
      await removed.removal.check();
      await removed.save();
      const after = await open();
      await after.key.waitFor();
      expect(await after.removal.count()).toBe(0);
      expect(await after.key.getAttribute('placeholder')).not.toBe('Saved, not shown');
      await expect(show.call('room.open', { username: HOST, lineId: 'line2' })).rejects.toThrow(
        'room.signKeyMissing',
      );
      expect(signing.takeKey()).toBeNull();

      expect(received() + JSON.stringify(await show.call('lines.list', {}))).not.toContain('key-of-the-host');
    });
  });
});
