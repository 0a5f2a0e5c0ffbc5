import { describe, expect, it } from 'vitest';
import { createSettingsStore } from '#renderer/data/stores/settingsStore.ts';
import { clearCache } from '#renderer/features/settings/SettingPage.tsx';

class Memory {
  readonly values = new Map<string, string>();
  getItem = (key: string) => this.values.get(key) ?? null;
  setItem = (key: string, value: string) => void this.values.set(key, value);
  removeItem = (key: string) => void this.values.delete(key);
  clear = () => this.values.clear();
}

describe('clearing the cache', () => {
  it('keeps the sign-in, the language and all settings', async () => {
    const local = new Memory();
    local.setItem('ringside.settings', 'not readable');
    const settings = createSettingsStore(local).getState();
    settings.set({ theme: 1, keys: { 'session.start': 'F8' } });
    settings.setLanguage('zh_CN');
    local.setItem('TOKEN', 'secret');
    const session = new Memory();
    session.setItem('scroll', '120');
    let copies = 3;
    const clearCopies = async () => {
      copies = 0;
      return 340;
    };
    expect(await clearCache({ local, session, clearCopies })).toBe(340);
    expect(Object.fromEntries(local.values)).toEqual({
      'ringside.settings': expect.stringContaining('"session.start":"F8"'),
      lang: 'zh_CN',
      TOKEN: 'secret',
    });
    expect([session.values.size, copies]).toEqual([0, 0]);
  });

  it('reports a failure', async () => {
    const clearCopies = () => Promise.reject(new Error('disk'));
    const places = { local: new Memory(), session: new Memory(), clearCopies };
    await expect(clearCache(places)).rejects.toThrow('disk');
  });
});
