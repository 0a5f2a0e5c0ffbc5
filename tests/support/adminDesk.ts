import type { Browser } from 'playwright';
import { type RunningRingside, startRingside } from './ringside.ts';
import { sharedBrowser } from './sharedBrowser.ts';
import { Visitor } from './visitor.ts';

/** Paths of the list screens in the admin area. */
export const adminLists = [
  'permission/user',
  'permission/role',
  'permission/menu',
  'system/notice',
  'system/dict',
  'system/dict_data',
  'system/version',
  'system/log',
  'system/status',
];

/** The password of all accounts that `addUser` makes. */
export const PASSWORD = 'good_Pass1';

/** A new server and its administrator in a browser, signed in by the link of the first start. */
export class AdminDesk {
  readonly server: RunningRingside;
  readonly admin: Visitor;
  readonly #browser: Browser;
  readonly #others: Visitor[] = [];

  private constructor(browser: Browser, server: RunningRingside, admin: Visitor) {
    this.#browser = browser;
    this.server = server;
    this.admin = admin;
  }

  static async open(): Promise<AdminDesk> {
    const browser = await sharedBrowser();
    const server = await startRingside();
    const link = await new Promise<string>((resolve) => {
      const look = () => {
        const found = linkIn(server);
        if (found !== undefined) resolve(found);
      };
      server.process.stdout?.on('data', look);
      look();
    });
    const admin = await Visitor.open(browser, server, link);
    // The link opens the tool.
    await admin.page.waitForURL(({ pathname }) => pathname === '/tool');
    await admin.goTo('home');
    await admin.page.getByRole('heading', { name: 'Hello, Administrator' }).waitFor();
    return new AdminDesk(browser, server, admin);
  }

  /** The path of the sign-in link, which the administrator has used. */
  get onceLink(): string {
    return linkIn(this.server) ?? '';
  }

  /** Opens another visitor until the end of the test. */
  async visit(path: string): Promise<Visitor> {
    const visitor = await Visitor.open(this.#browser, this.server, path);
    this.#others.push(visitor);
    return visitor;
  }

  async signInAs(email: string, path: string): Promise<Visitor> {
    const visitor = await this.visit(`login?redirect=/${path}`);
    await visitor.signIn(email, PASSWORD);
    await visitor.page.waitForURL(({ pathname }) => pathname === `/${path}`);
    return visitor;
  }

  async addUser(email: string): Promise<void> {
    const { admin } = this;
    await admin.goTo('permission/user');
    await admin.button('Add user').click();
    await admin.fill('user', { Email: email, Password: PASSWORD, 'Password again': PASSWORD }, 'Save');
    await admin.row(email).waitFor();
  }

  /** Closes the other visitors. Returns the errors and warnings of all pages. */
  async leave(): Promise<string[]> {
    const complaints = [this.admin, ...this.#others].flatMap((visitor) => visitor.complaints.splice(0));
    await Promise.all(this.#others.splice(0).map((visitor) => visitor.close()));
    return complaints;
  }

  async close(): Promise<void> {
    await this.server.stop();
  }
}

const linkIn = (server: RunningRingside) => /login\?\S*#once=\S+/.exec(server.output())?.[0];
