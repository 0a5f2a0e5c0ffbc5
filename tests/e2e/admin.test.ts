import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { AdminDesk, PASSWORD } from '#tests/support/adminDesk.ts';
import type { Visitor } from '#tests/support/visitor.ts';

let desk: AdminDesk;
let admin: Visitor;
beforeAll(async () => {
  desk = await AdminDesk.open();
  admin = desk.admin;
});
afterAll(() => desk.close());
afterEach(async () => expect(await desk.leave()).toEqual([]));

describe('administrator', () => {
  it('opens a form with the focus in its first field and without errors', async () => {
    await admin.goTo('permission/user');
    await admin.button('Add user').click();
    await admin.page.locator('form[name="user"] input[name="email"]:focus').waitFor();
    await admin.page.locator('.p-dialog-enter-done').waitFor();
    await admin.page.locator('form[name="user"] input[name="email"]:focus').waitFor();
    expect(await admin.page.locator('form[name="user"] .p-invalid').count()).toBe(0);
  });

  it('signs in by the link of the first start, which works once', async () => {
    const second = await desk.visit(desk.onceLink);
    await second.page
      .getByRole('alert')
      .filter({ hasText: 'This link has already been used' })
      .first()
      .waitFor();
    await admin.goTo('permission');
    await expect.poll(() => admin.place).toBe('/permission/user');
    await expect.poll(() => admin.page.title()).toBe('Ringside · User management');
    await admin.goTo('system');
    await expect.poll(() => admin.place).toBe('/system/notice');
    const menu = admin.page.locator('aside nav');
    for (const icon of ['gauge', 'lock', 'cog']) await menu.locator(`.pi-${icon}`).waitFor();
    await menu.getByRole('link', { name: 'Dictionary management' }).waitFor();
    expect(await menu.getByRole('link', { name: 'Dictionary data' }).count()).toBe(0);
  });

  it('asks for a password until there is one', async () => {
    await admin.goTo('home');
    const asks = admin.page.getByRole('status').filter({ hasText: 'You have no password yet' });
    await asks.getByRole('link', { name: 'Set a password' }).click();
    const values = { 'New password': PASSWORD, 'Password again': PASSWORD };
    await admin.fill('change', values, 'Set the new password');
    await admin.page.getByRole('heading', { name: 'Hello, Administrator' }).waitFor();
    await asks.waitFor({ state: 'detached' });
    await admin.goTo('home/info');
    await admin.page.getByText('Member since').waitFor();
    expect(await asks.count()).toBe(0);
  });

  it('adds, sorts, searches and edits accounts', async () => {
    await desk.addUser('ann@example.jp');
    await desk.addUser('ben@example.jp');
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

  it('disables an account, which signs it out at once, and enables it again', async () => {
    await desk.addUser('carl@example.jp');
    const carl = await desk.signInAs('carl@example.jp', 'home');
    await admin.row('carl@').getByRole('button', { name: 'Disable' }).click();
    await admin.row('carl@').filter({ hasText: 'Disabled' }).waitFor();
    // The server refuses the next call of the page.
    await carl.page.reload();
    await expect.poll(() => carl.place).toBe('/login?redirect=%2Fhome');
    await carl.signIn('carl@example.jp', PASSWORD);
    await carl.toast('This account is disabled').waitFor();
    await admin.row('carl@').getByRole('button', { name: 'Enable' }).click();
    await admin.row('carl@').filter({ hasText: 'Enabled' }).waitFor();
    await carl.signIn('carl@example.jp', PASSWORD);
    await expect.poll(() => carl.place).toBe('/home');
    // The status of the server is for administrators.
    await carl.page.getByRole('heading', { name: 'Hello, carl' }).waitFor();
    expect(await carl.page.getByRole('link', { name: 'Server status' }).count()).toBe(0);
    await carl.goTo('system/status');
    await expect.poll(() => carl.place).toBe('/404');
  });

  it('generates a new password, which is shown once', async () => {
    await desk.addUser('dora@example.jp');
    await admin.row('dora@').getByRole('button', { name: 'Reset password' }).click();
    await admin.button('Generate one').click();
    const made = await admin.page.getByRole('dialog').locator('code').innerText();
    await admin.page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click();
    const dora = await desk.visit('login');
    await dora.signIn('dora@example.jp', PASSWORD);
    await dora.toast('The email or the password is wrong').waitFor();
    await dora.signIn('dora@example.jp', made);
    await dora.page.getByRole('link', { name: 'My home' }).waitFor();
  });

  it('assigns a role, which disables the controls without permission', async () => {
    await desk.addUser('ella@example.jp');
    await admin.row('ella@').getByRole('button', { name: 'Roles' }).click();
    await admin.page.getByRole('checkbox', { name: /^Operator/ }).check();
    await admin.button('Save').click();
    await admin.row('ella@').filter({ hasText: 'Operator' }).waitFor();
    const ella = await desk.signInAs('ella@example.jp', 'permission/user');
    const row = ella.row('ella@');
    await row.getByRole('button', { name: 'Edit' }).waitFor();
    expect(await row.getByRole('button', { name: 'Edit' }).isEnabled()).toBe(true);
    expect(await row.getByRole('button', { name: 'Roles' }).isDisabled()).toBe(true);
    await ella.page
      .getByRole('navigation', { name: 'Menu' })
      .getByRole('link', { name: 'Notice management' })
      .waitFor();
    await ella.goTo('permission/role');
    await expect.poll(() => ella.place).toBe('/404');
  });

  it('adds a role with chosen permissions and deletes it', async () => {
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

  it('deletes several accounts at once, but cannot disable the last administrator', async () => {
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
    await admin.toast('At least one administrator must stay enabled').waitFor();
  });
});
