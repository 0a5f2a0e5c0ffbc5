import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { fileName, LocalFiles, waitingPage, widgetOf } from '#electron/overlay/withOverlays.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'ringside-files-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const at = (port: number) => (token: string) => `http://127.0.0.1:${port}/overlay/#${token}`;
const files = () => readdirSync(folder).sort();
const text = (file: string) => readFileSync(join(folder, file), 'utf8');

function setUp() {
  const said: string[] = [];
  return { said, local: new LocalFiles(folder, (message) => said.push(message)) };
}

const link = { id: 'abcdef-1', name: 'PK bar', token: 'one', options: { kind: 'pkBar' as const } };

describe('local files of widgets', () => {
  it('writes a page that is named after the widget and opens its link', () => {
    const { local } = setUp();
    local.sync([link], at(17840));
    expect(files()).toEqual(['PK bar-abcdef-own.html']);
    expect(local.pathOf(link)).toBe(join(folder, 'PK bar-abcdef-own.html'));
    expect(text('PK bar-abcdef-own.html')).toContain('"http://127.0.0.1:17840/overlay/?size=own#one"');
  });

  it('updates the page after a new port and a renewed link', () => {
    const { local } = setUp();
    local.sync([link], at(17840));
    local.sync([{ ...link, token: 'two' }], at(17999));
    expect(text('PK bar-abcdef-own.html')).toContain('"http://127.0.0.1:17999/overlay/?size=own#two"');
    expect(text('PK bar-abcdef-own.html')).not.toContain('17840');
  });

  it('keeps the old page working after the widget is renamed', () => {
    const { local } = setUp();
    local.sync([link], at(17840));
    local.sync([{ ...link, name: 'Battle', token: 'two' }], at(17840));
    expect(files()).toEqual(['Battle-abcdef-own.html', 'PK bar-abcdef-own.html']);
    for (const file of files()) expect(text(file)).toContain('#two');
  });

  it('keeps the files of 0.1 as full pages, because a source in OBS has their size', () => {
    const { local } = setUp();
    const old = 'PK bar-abcdef.html';
    const page = { id: link.id, name: link.name, url: at(17840)('gone') };
    writeFileSync(join(folder, old), waitingPage(page));
    local.sync([link], at(17840));
    expect(files()).toEqual(['PK bar-abcdef-own.html', old]);
    expect(text(old)).toContain('"http://127.0.0.1:17840/overlay/#one"');
  });

  it('opens the full page of a widget that fills it', () => {
    const { local } = setUp();
    local.sync([{ ...link, options: { kind: 'effects' } }], at(17840));
    expect(files()).toEqual(['PK bar-abcdef.html']);
    expect(text('PK bar-abcdef.html')).toContain('"http://127.0.0.1:17840/overlay/#one"');
  });

  it('deletes the page with its widget and leaves other files alone', () => {
    const { local } = setUp();
    writeFileSync(join(folder, 'mine.html'), '<p>mine</p>');
    local.sync([link, { ...link, id: 'other-1', token: 'three' }], at(17840));
    local.sync([{ ...link, id: 'other-1', token: 'three' }], at(17840));
    expect(files()).toEqual(['PK bar-other1-own.html', 'mine.html']);
    expect(text('mine.html')).toBe('<p>mine</p>');
  });

  it('makes a file name that is valid on every system', () => {
    const fileNameOf = (name: string) => fileName({ id: '1234567', name, options: { kind: 'ranking' } });
    const names = [
      '../../etc/passwd',
      'CON',
      'a/b\\c:d*e?"<>|',
      '..',
      '',
      ' ',
      '擂台 ランキング',
      'x'.repeat(300),
      'emoji 🎉',
    ];
    for (const name of names) {
      const file = fileNameOf(name);
      expect(file).toMatch(/^[\p{L}\p{N}][\p{L}\p{N} _-]*-123456-own\.html$/u);
      expect(file.length).toBeLessThan(60);
    }
    expect(fileNameOf('CON')).toBe('widget-123456-own.html');
    expect(fileNameOf('擂台 ランキング')).toBe('擂台 ランキング-123456-own.html');
  });

  it('escapes a hostile widget name', () => {
    const name = '</title><script>alert(1)</script>"';
    const html = waitingPage({ id: 'a"<b', name, url: 'http://127.0.0.1:1/overlay/#</script>' });
    expect(html).not.toContain('<script>alert');
    expect(html.match(/<\/script>/g)).toHaveLength(1);
    expect(widgetOf(html)).toBe('a"<b');
  });

  it('reports a file that cannot be written, and continues', () => {
    const said: string[] = [];
    writeFileSync(join(folder, 'taken'), '');
    const local = new LocalFiles(join(folder, 'taken'), (message) => said.push(message));
    local.sync([link], at(17840));
    expect(said).toHaveLength(1);
  });
});
