import { readFileSync } from 'node:fs';
import type { Browser } from 'playwright';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { launchBrowser } from '#tests/support/browser.ts';
import { type RunningRingside, startRingside } from '#tests/support/ringside.ts';
import { Visitor } from '#tests/support/visitor.ts';

const PASSWORD = 'good_Pass1';

let browser: Browser;
let server: RunningRingside;
/** Signed in for the whole file by the link that the server prints at its first start. */
let admin: Visitor;
const others: Visitor[] = [];

beforeAll(async () => {
  browser = await launchBrowser();
  server = await startRingside();
  const link = await new Promise<string>((resolve) => {
    const look = () => {
      const found = onceLink();
      if (found !== undefined) resolve(found);
    };
    server.process.stdout?.on('data', look);
    look();
  });
  admin = await Visitor.open(browser, server, link);
  // A new server is opened for its tool; the account is one step away.
  await admin.page.waitForURL('**/tool');
  await admin.goTo('home');
  await admin.page.getByRole('heading', { name: 'Hello, Administrator' }).waitFor();
});
afterAll(async () => {
  await browser.close();
  await server.stop();
});
afterEach(async () => {
  const complaints = [admin, ...others].flatMap((visitor) => visitor.complaints.splice(0));
  await Promise.all(others.splice(0).map((visitor) => visitor.close()));
  expect(complaints).toEqual([]);
});

const onceLink = () => /login\?once=\S+/.exec(server.output())?.[0];

async function signInAs(email: string, path: string): Promise<Visitor> {
  const visitor = await Visitor.open(browser, server, `login?redirect=/${path}`);
  others.push(visitor);
  await visitor.signIn(email, PASSWORD);
  await expect.poll(() => visitor.place).toBe(`/${path}`);
  return visitor;
}

async function addUser(email: string): Promise<void> {
  await admin.goTo('permission/user');
  await admin.button('Add user').click();
  await admin.fill('user', { Email: email, Password: PASSWORD, 'Password again': PASSWORD }, 'Save');
  await admin.row(email).waitFor();
}

describe('an administrator', () => {
  it('gets a form with the cursor in its first field, in which nothing is wrong yet', async () => {
    await admin.goTo('permission/user');
    await admin.button('Add user').click();
    await admin.page.locator('form[name="user"] input[name="email"]:focus').waitFor();
    await admin.page.locator('.p-dialog-enter-done').waitFor();
    await admin.page.locator('form[name="user"] input[name="email"]:focus').waitFor();
    expect(await admin.page.locator('form[name="user"] .p-invalid').count()).toBe(0);
  });

  it('comes in by the link of the first start, which works once', async () => {
    const second = await Visitor.open(browser, server, onceLink());
    others.push(second);
    await second.page
      .getByRole('alert')
      .filter({ hasText: 'This link has already been used' })
      .first()
      .waitFor();
    await admin.goTo('permission');
    await expect.poll(() => admin.place).toBe('/permission/user');
    expect(await admin.page.title()).toBe('Ringside · Users');
    await admin.goTo('system');
    await expect.poll(() => admin.place).toBe('/system/notice');
  });

  it('adds, finds, sorts and changes accounts', async () => {
    await addUser('ann@example.jp');
    await addUser('ben@example.jp');
    await admin.button('Email').click();
    const mails = admin.page.locator('tbody td:nth-child(2)');
    await expect
      .poll(() => mails.allInnerTexts())
      .toEqual(['admin@ringside.local', 'ann@example.jp', 'ben@example.jp']);
    await admin.button('Email').click();
    await expect
      .poll(() => mails.allInnerTexts())
      .toEqual(['ben@example.jp', 'ann@example.jp', 'admin@ringside.local']);
    await admin.page.getByRole('searchbox').fill('ann@');
    await expect.poll(() => mails.allInnerTexts()).toEqual(['ann@example.jp']);
    await admin.page.reload();
    await expect.poll(() => mails.allInnerTexts()).toEqual(['ann@example.jp']);
    await admin.row('ann@').getByRole('button', { name: 'Edit' }).click();
    const email = admin.page.getByRole('textbox', { name: 'Email', exact: true });
    await expect.poll(() => email.inputValue()).toBe('ann@example.jp');
    await admin.fill('user', { Email: 'ben@example.jp' }, 'Save');
    await admin.toast('This email already has an account').waitFor();
    await admin.fill('user', { Email: 'ann@example.jp', Name: 'Ann of the desk' }, 'Save');
    await admin.row('Ann of the desk').waitFor();
  });

  it('disables an account, which is out at once, and lets it in again', async () => {
    await addUser('carl@example.jp');
    const carl = await signInAs('carl@example.jp', 'home');
    await admin.row('carl@').getByRole('button', { name: 'Disable' }).click();
    await admin.row('carl@').filter({ hasText: 'Disabled' }).waitFor();
    await carl.button('Refresh').click();
    await expect.poll(() => carl.place).toBe('/login?redirect=%2Fhome');
    await carl.signIn('carl@example.jp', PASSWORD);
    await carl.toast('This account has been disabled').waitFor();
    await admin.row('carl@').getByRole('button', { name: 'Enable' }).click();
    await admin.row('carl@').filter({ hasText: 'Enabled' }).waitFor();
    await carl.signIn('carl@example.jp', PASSWORD);
    await expect.poll(() => carl.place).toBe('/home');
  });

  it('resets a password to one that is shown once', async () => {
    await addUser('dora@example.jp');
    await admin.row('dora@').getByRole('button', { name: 'Reset password' }).click();
    await admin.button('Make one up').click();
    const made = await admin.page.locator('.secret').innerText();
    await admin.page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click();
    const dora = await Visitor.open(browser, server, 'login');
    others.push(dora);
    await dora.signIn('dora@example.jp', PASSWORD);
    await dora.toast('The email or the password is wrong').waitFor();
    await dora.signIn('dora@example.jp', made);
    await dora.page.getByRole('link', { name: 'My home' }).waitFor();
  });

  it('gives roles; controls whose permission is missing are disabled', async () => {
    await addUser('ella@example.jp');
    await admin.row('ella@').getByRole('button', { name: 'Roles' }).click();
    await admin.page.getByRole('checkbox', { name: /^Operator/ }).check();
    await admin.button('Save').click();
    await admin.row('ella@').filter({ hasText: 'Operator' }).waitFor();
    const ella = await signInAs('ella@example.jp', 'permission/user');
    const row = ella.row('ella@');
    await row.getByRole('button', { name: 'Edit' }).waitFor();
    expect(await row.getByRole('button', { name: 'Edit' }).isEnabled()).toBe(true);
    expect(await row.getByRole('button', { name: 'Roles' }).isDisabled()).toBe(true);
    await ella.page
      .getByRole('navigation', { name: 'Menu' })
      .getByRole('link', { name: 'Notices' })
      .waitFor();
    await ella.goTo('permission/role');
    await expect.poll(() => ella.place).toBe('/404');
  });

  it('makes a role of some permissions, and deletes it again', async () => {
    await admin.goTo('permission/role');
    await admin.button('Add role').click();
    await admin.fill('role', { Title: 'Reader', Name: '1 reader' });
    await admin.page.getByText('A letter first, then letters, digits').waitFor();
    await admin.fill('role', { Name: 'reader' }, 'Save');
    await admin.row('Reader').getByRole('button', { name: 'Screens and permissions' }).click();
    const see = admin.page.getByRole('checkbox', { name: /^See logs/ });
    await see.check();
    await admin.button('Save').click();
    await admin.toast('Saved').waitFor();
    await admin.row('Reader').getByRole('button', { name: 'Screens and permissions' }).click();
    await expect.poll(() => see.isChecked()).toBe(true);
    expect(await admin.page.getByRole('checkbox', { name: /^Export logs/ }).isChecked()).toBe(false);
    await admin.button('Cancel').click();
    await admin.row('Reader').getByRole('button', { name: 'Delete' }).click();
    await admin.page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await expect.poll(() => admin.row('Reader').count()).toBe(0);
    expect(await admin.row('Operator').getByRole('button', { name: 'Delete' }).isDisabled()).toBe(true);
  });

  it('deletes several accounts at once, and cannot be the one who is missing', async () => {
    await admin.goTo('permission/user?search=example.jp');
    await admin.page.getByRole('checkbox', { name: 'Select ann@example.jp' }).check();
    await admin.page.getByRole('checkbox', { name: 'Select ben@example.jp' }).check();
    await admin.button('Delete selected').click();
    await admin.page.getByRole('dialog').getByText('Delete 2 entries?').waitFor();
    await admin.page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await expect.poll(() => admin.row('ann@').count()).toBe(0);
    expect(await admin.row('ben@').count()).toBe(0);
    await admin.goTo('permission/user?search=admin@');
    await admin.row('admin@').getByRole('button', { name: 'Disable' }).click();
    await admin.toast('At least one enabled administrator has to remain').waitFor();
  });
});

describe('the system', () => {
  it('has notices, which everybody gets once they are published', async () => {
    await addUser('fay@example.jp');
    const fay = await signInAs('fay@example.jp', 'home');
    await admin.goTo('system/notice');
    await admin.button('Write notice').click();
    await admin.fill(
      'notice',
      { Title: 'Maintenance at noon', Text: 'Ten minutes.\n<b>Shows go on.</b>' },
      'Save',
    );
    await admin.row('Maintenance').filter({ hasText: 'Draft' }).waitFor();
    await fay.goTo('home/messages');
    await fay.page.getByText('No messages').waitFor();
    await admin.row('Maintenance').getByRole('button', { name: 'Publish' }).click();
    await admin.row('Maintenance').filter({ hasText: 'Published' }).waitFor();
    await fay.goTo('home/messages');
    await fay.page.getByRole('link', { name: '1 unread message' }).waitFor();
    await fay.page.getByText('Maintenance at noon').click();
    await fay.page.getByText('<b>Shows go on.</b>').waitFor();
    await expect.poll(() => fay.page.getByRole('link', { name: '1 unread message' }).count()).toBe(0);
  });

  it('has dictionaries with their data', async () => {
    await admin.goTo('system/dict');
    await admin.button('Add dictionary').click();
    await admin.fill('dict', { Title: 'Regions', Name: 'regions' }, 'Save');
    await admin.row('Regions').getByRole('button', { name: 'Entries of Regions' }).click();
    await admin.page.getByRole('heading', { name: 'Entries of Regions' }).waitFor();
    await admin.button('Add entry').click();
    await admin.fill('dict-data', { Value: 'jp', 'Label in Japanese': '日本' }, 'Save');
    await admin.row('日本').waitFor();
    await admin.row('日本').getByRole('button', { name: 'Disable' }).click();
    await admin.row('日本').filter({ hasText: 'Disabled' }).waitFor();
    await admin.page.getByRole('link', { name: 'All dictionaries' }).click();
    await admin.row('Regions').filter({ hasText: '1' }).waitFor();
  });

  it('has menus as a tree, with new ones of its own', async () => {
    await admin.goTo('permission/menu');
    await admin.row('/system/log').waitFor();
    await admin.button('Fold all').click();
    await expect.poll(() => admin.row('/system/log').count()).toBe(0);
    await admin.button('Unfold all').click();
    await admin.row('/system/log').getByRole('button', { name: 'Add below' }).click();
    await admin.fill('menu', { Title: 'Extra', Name: 'extra', Path: 'no path' });
    await admin.page.getByText('A path begins with /').waitFor();
    await admin.fill('menu', { Path: '/system/extra' }, 'Save');
    await admin.row('/system/extra').getByRole('button', { name: 'Delete' }).click();
    await admin.page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await expect.poll(() => admin.row('/system/extra').count()).toBe(0);
  });

  it('offers versions of the app once they are published, and says what one must look like', async () => {
    await admin.goTo('system/version');
    await admin.button('Add version').click();
    await admin.fill('version', { Version: '1.2', 'Where to get it': 'ftp://example.jp/app' });
    await admin.page.locator('.form__hint', { hasText: 'Like 1.2.3' }).waitFor();
    await admin.page.locator('.form__hint', { hasText: 'an https address' }).waitFor();
    await admin.fill(
      'version',
      { Version: '1.2.3', 'Where to get it': '/download/ringside.exe', 'What is new': 'Calmer.' },
      'Save',
    );
    const row = admin.row('1.2.3');
    await row.filter({ hasText: 'Draft' }).waitFor();
    const latest = async () => (await admin.page.request.get(`${server.url}api/version/latest`)).text();
    expect(await latest()).not.toContain('1.2.3');
    await row.getByRole('button', { name: 'Publish' }).click();
    await row.filter({ hasText: 'Published' }).waitFor();
    expect(await latest()).toContain('/download/ringside.exe');
    await row.getByRole('button', { name: 'Take back' }).click();
    await row.filter({ hasText: 'Draft' }).waitFor();
    expect(await latest()).not.toContain('1.2.3');
  });

  it('logs who did what, to be narrowed and taken along', async () => {
    await admin.goTo('system/log');
    await admin.field('Kind').selectOption('signin');
    await admin.field('Result').selectOption('false');
    await admin.page.getByRole('searchbox').fill('dora@');
    const results = admin.page.locator('tbody tr');
    // At first there may be no rows yet, or those of the filters before.
    const isNarrowed = async () => {
      const rows = await results.allInnerTexts();
      return (
        rows.length > 0 &&
        rows.every((row) => /dora@/.test(row) && /Sign-in/.test(row) && /Failure/.test(row))
      );
    };
    await expect.poll(isNarrowed).toBe(true);
    const download = admin.page.waitForEvent('download');
    await admin.button('Export CSV').click();
    const file = await download;
    expect(file.suggestedFilename()).toBe('ringside-log.csv');
    const lines = readFileSync(await file.path(), 'utf8')
      .trim()
      .split(/\r?\n/);
    expect(lines[0]).toContain('email');
    expect(lines.slice(1).every((line) => /signin/.test(line) && /dora@/.test(line))).toBe(true);
    expect(lines.length - 1).toBe(await results.count());
    await results.first().getByRole('button', { name: 'Details' }).click();
    await admin.page.getByRole('dialog').getByText('Browser').waitFor();
  });
});
