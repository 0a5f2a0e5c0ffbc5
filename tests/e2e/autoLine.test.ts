import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { web } from '#tests/support/forms.ts';
import type { OnAir } from '#tests/support/onAir.ts';

const HOST = 'host.of.the.show';
const ROSE = 5655;
let show: OnAir;

describe('host whose direct connection the platform refuses', () => {
  beforeAll(() => web.start());
  afterAll(() => web.stop());
  afterEach(() => show.close());

  it('sees gifts from the room page within 15 s of pressing Connect, with the reason', async () => {
    show = await web.goOnAir({ username: HOST, script: 'empty', faults: 'direct-refused' });
    const tool = await show.open();
    const begun = Date.now();
    await tool.connect(HOST);
    await show.simulator.entered(1);
    show.simulator.sendGift({ viewer: 'Mika', gift: ROSE, count: 3 });
    await tool.page.locator('.lrow', { hasText: 'Mika' }).waitFor();
    expect(Date.now() - begun).toBeLessThan(15_000);

    await tool.button('Room page: why?').click();
    const reasons = tool.page.getByRole('dialog', { name: 'How this line connects' });
    await reasons.getByText('Refused by the platform').waitFor();
    await reasons.getByText('In use').waitFor();
    expect(tool.complaints).toEqual([]);
  });
});
