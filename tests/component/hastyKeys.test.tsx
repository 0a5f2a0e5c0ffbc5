import { fireEvent, screen } from '@testing-library/react';
import { expect, it, onTestFinished } from 'vitest';
import { openTab, openTool } from './tool.tsx';

it('a key works as soon as the screen shows its action, also if the answer to the former one is on its way', async () => {
  // The push changes the screen. The answer to the call never arrives in this test.
  const holds = { call: 'session.act', until: new Promise(() => undefined) } as const;
  const tool = await openTool({ preset: {}, starts: false, at: 'tool/report', holds });
  const keys = [
    { key: 'b', shown: 'input[role="switch"]:enabled' },
    { key: 's', shown: '[aria-keyshortcuts="S"]' },
    { key: 'p', shown: '.deck__session [aria-keyshortcuts="P"]:has(.pi-pause)' },
  ];
  const observer = new MutationObserver(() => {
    const [next] = keys;
    if (next === undefined || document.querySelector(next.shown) === null) return;
    keys.shift();
    fireEvent.keyDown(document.body, { key: next.key, code: `Key${next.key.toUpperCase()}` });
  });
  onTestFinished(() => observer.disconnect());
  observer.observe(document.body, { subtree: true, childList: true, attributes: true });
  await openTab(tool, 'Homepage');
  await screen.findByRole('button', { name: /^Resume/ });
  expect(screen.getByRole('switch', { name: /Suspend bindings/ })).toHaveProperty('checked', true);
});
