import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { presetOfTwo } from '#tests/integration/backstage/fixtures.ts';
import { backstage, linesTo, simulator, startShow } from '#tests/integration/backstage/setup.ts';
import { startServer, type TestServer } from '#tests/integration/server/support/harness.ts';
import { Device } from './device.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.close());

const preset = (name: string, more: object = {}) => ({ ...presetOfTwo, name, ...more });

/** Two devices of one host. */
async function two() {
  const { token } = await server.join();
  const studio = await Device.open(server, token, 'Studio');
  const laptop = await Device.open(server, token, 'Laptop');
  const both = async () => {
    await studio.settled();
    await laptop.settled();
    await studio.settled();
  };
  return { token, studio, laptop, both };
}

describe('preset of a signed-in host', () => {
  it('is on every device, with every change, until it is deleted on one of them', async () => {
    const { studio, laptop, both } = await two();
    const made = await studio.screen.call('presets.save', { preset: preset('Friday') });
    await both();
    expect(await laptop.presets()).toEqual([made.preset]);

    const { version: _version, ...draft } = made.preset;
    await laptop.screen.call('presets.save', { preset: { ...draft, name: 'Saturday' } });
    await laptop.settled();
    await studio.settled();
    expect(await studio.names()).toEqual(['Saturday']);
    expect(studio.state).toMatchObject({ phase: 'idle', waiting: 0 });

    await studio.screen.call('presets.delete', { presetId: made.preset.id });
    await studio.settled();
    await laptop.settled();
    expect(await laptop.names()).toEqual([]);
  });

  it('is kept locally while the server is unreachable, and the sync state shows it', async () => {
    const { studio, laptop } = await two();
    studio.offline = true;
    const { preset: made } = await studio.screen.call('presets.save', { preset: preset('On the train') });
    await studio.settled();
    expect(studio.state).toMatchObject({ phase: 'waiting', waiting: 1 });
    expect(await studio.presets()).toEqual([made]);
    studio.offline = false;
    await studio.settled();
    await laptop.settled();
    expect(studio.state).toMatchObject({ phase: 'idle', waiting: 0 });
    expect(await laptop.presets()).toEqual([made]);
  });

  it('is deleted once the server can be reached again', async () => {
    const { studio, laptop, both } = await two();
    const { preset: made } = await studio.screen.call('presets.save', { preset: preset('Old') });
    await both();
    studio.offline = true;
    await studio.screen.call('presets.delete', { presetId: made.id });
    await studio.settled();
    expect(studio.state).toMatchObject({ phase: 'waiting', waiting: 1 });
    studio.offline = false;
    await both();
    expect(await laptop.names()).toEqual([]);
    expect(await studio.names()).toEqual([]);
  });

  it('is kept in both versions if two devices changed it', async () => {
    const { studio, laptop, both } = await two();
    const { preset: made } = await studio.screen.call('presets.save', { preset: preset('Final') });
    await both();
    const { version: _version, ...draft } = made;
    const giftPrice = (min: number) => ({ min, max: null });
    studio.offline = true;
    laptop.offline = true;
    await studio.screen.call('presets.save', { preset: { ...draft, giftPrice: giftPrice(5) } });
    await laptop.screen.call('presets.save', { preset: { ...draft, giftPrice: giftPrice(9) } });
    studio.offline = false;
    await studio.settled();
    laptop.offline = false;
    await laptop.settled();
    await studio.settled();

    const prices = async (device: Device) =>
      Object.fromEntries((await device.presets()).map(({ name, giftPrice: { min } }) => [name, min]));
    const onLaptop = await prices(laptop);
    expect(onLaptop.Final).toBe(5);
    const [copy] = Object.keys(onLaptop).filter((name) => name !== 'Final');
    expect(copy).toMatch(/^Final \(Laptop \d{4}-\d{2}-\d{2} \d{2}:\d{2}\)$/);
    expect(onLaptop[copy ?? '']).toBe(9);
    expect(await prices(studio)).toEqual(onLaptop);
    expect(laptop.conflicts).toEqual([{ name: 'Final', copy }]);
    await both();
    expect(await prices(studio)).toEqual(onLaptop);
  });

  it('is kept beside another preset of the same name', async () => {
    const { studio, laptop, both } = await two();
    await studio.screen.call('presets.save', { preset: preset('Duel') });
    await laptop.screen.call('presets.save', { preset: preset('Duel', { mode: 'battle' }) });
    await both();
    expect(await laptop.names()).toEqual(['Duel', 'Duel (2)']);
    await both();
    for (const device of [studio, laptop]) {
      const modes = (await device.presets()).map(({ name, mode }) => `${name} ${mode}`).sort();
      expect(modes).toEqual(['Duel (2) battle', 'Duel normal']);
    }
    expect(laptop.conflicts).toEqual([{ name: 'Duel', copy: 'Duel (2)' }]);
  });

  it('is restored on a device that has lost its data, unless it was deleted', async () => {
    const { token, studio } = await two();
    const { preset: made } = await studio.screen.call('presets.save', { preset: preset('Kept') });
    await studio.settled();
    const fresh = await Device.open(server, token, 'Studio');
    expect(await fresh.presets()).toEqual([made]);
    await studio.settled();
    expect(await studio.names()).toEqual(['Kept']);
  });

  it('does not change during a show that uses it, and is updated after the show', async () => {
    const { token, laptop } = await two();
    const sim = await simulator();
    const stage = await backstage({ lines: linesTo(sim) });
    await startShow(stage.screen, sim);
    const onAir = await Device.open(server, token, 'Studio', stage);
    await laptop.settled();
    const [before] = await laptop.presets();
    if (before === undefined) throw new Error('the preset has not come');
    const { version: _version, ...draft } = before;
    await laptop.screen.call('presets.save', { preset: { ...draft, singleGiftBinding: true } });
    await laptop.settled();
    await onAir.until(() => onAir.engine.state.status === 'counting');
    await onAir.settled();
    expect((await onAir.presets())[0]?.singleGiftBinding).toBe(false);

    await stage.screen.call('session.act', { action: 'end' });
    await onAir.until(() => onAir.engine.state.status === 'ended');
    await onAir.settled();
    expect((await onAir.presets())[0]?.singleGiftBinding).toBe(true);
  });

  it('of a rehearsal is not sent', async () => {
    const { studio, laptop, both } = await two();
    const anchors = [{ id: 'rehearsal-1', nickname: 'Mika' }];
    await studio.screen.call('presets.save', { preset: { name: 'Rehearsal', anchors } });
    await both();
    expect(await laptop.names()).toEqual([]);
    expect(studio.state.waiting).toBe(0);
  });

  it('is not sent to another account that signs in later', async () => {
    const { studio } = await two();
    const other = await server.join();
    const theirs = await Device.open(server, other.token, 'Elsewhere');
    await studio.screen.call('presets.save', { preset: preset('Mine') });
    await studio.settled();
    await theirs.settled();
    expect(await theirs.names()).toEqual([]);
  });
});
