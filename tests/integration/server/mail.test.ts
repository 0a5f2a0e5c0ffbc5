import { once } from 'node:events';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { api } from '#shared/contract/api/index.ts';
import { PASSWORD, startServer, type TestServer } from './support/harness.ts';

const { account } = api;

interface Received {
  from: string;
  to: string[];
  text: string;
}

describe('mail', () => {
  const received: Received[] = [];
  let refuse = 0;
  let smtp: SMTPServer;
  let server: TestServer;

  beforeAll(async () => {
    smtp = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      onData: (stream, session, done) => {
        let text = '';
        stream.on('data', (chunk: Buffer) => {
          text += String(chunk);
        });
        stream.on('end', () => {
          if (refuse > 0) {
            refuse -= 1;
            return done(Object.assign(new Error('busy'), { responseCode: 451 }));
          }
          const { mailFrom, rcptTo } = session.envelope;
          const from = mailFrom === false ? '' : mailFrom.address;
          received.push({ from, to: rcptTo.map((rcpt) => rcpt.address), text });
          done();
        });
      },
    });
    smtp.listen(0, '127.0.0.1');
    await once(smtp.server, 'listening');
    const address = smtp.server.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    server = await startServer({
      env: { SMTP_URL: `smtp://127.0.0.1:${port}`, MAIL_FROM: 'Ringside <post@ringside.example>' },
    });
  });
  afterAll(async () => {
    await server.close();
    await new Promise<void>((resolve) => smtp.close(() => resolve()));
  });

  const mailTo = (address: string) =>
    vi.waitFor(
      () => {
        const mail = received.findLast((entry) => entry.to.includes(address));
        if (mail === undefined) throw new Error(`no mail to ${address} yet`);
        return mail;
      },
      { timeout: 30_000 },
    );
  /** The decoded text of the body, which may be in base64. */
  const bodyOf = (mail: Received) => {
    const [head = '', ...rest] = mail.text.split('\r\n\r\n');
    const body = rest.join('\r\n\r\n');
    return /base64/i.test(head) ? Buffer.from(body, 'base64').toString('utf8') : body;
  };

  it('contains the code for a new account, in the language of the request', async () => {
    const email = 'post@ringside.example';
    const headers = { 'accept-language': 'ja' };
    const answer = await server.client.call(account.verificationCode, { body: { email }, headers });
    expect(answer.data.delivery).toBe('mail');
    const mail = await mailTo(email);
    expect(mail).toMatchObject({ from: 'post@ringside.example', to: [email] });
    const code = /コードは (\d{6}) です/.exec(bodyOf(mail))?.[1];
    const body = { email, password: PASSWORD, code };
    expect((await server.client.call(account.signup, { body })).code).toBe(200);
    expect(server.said.filter((line) => line.includes(email))).toEqual([]);
  });

  it('contains no code if the address already has an account', async () => {
    const email = 'post@ringside.example';
    server.clock.forward(61);
    received.length = 0;
    await server.client.call(account.verificationCode, { body: { email } });
    const mail = await mailTo(email);
    expect(mail.text).toContain('Subject: You already have a Ringside account');
    expect(bodyOf(mail)).not.toMatch(/\d{6}/);
  });

  it('is not sent for a forgotten password if the address has no account', async () => {
    received.length = 0;
    const ask = (email: string) =>
      server.client.call(account.verificationCode, { body: { email, purpose: 'forgot' } });
    expect((await ask('stranger@ringside.example')).code).toBe(200);
    server.clock.forward(61);
    expect((await ask('post@ringside.example')).code).toBe(200);
    await mailTo('post@ringside.example');
    expect(received.map((mail) => mail.to)).toEqual([['post@ringside.example']]);
  });

  it('is sent again after a temporary error of the mail server', async () => {
    refuse = 1;
    const email = 'again@ringside.example';
    await server.client.call(account.verificationCode, { body: { email } });
    await mailTo(email);
    expect(refuse).toBe(0);
  });
});

describe('a production server without a mail server', () => {
  it('issues no code and prints nothing', async () => {
    const server = await startServer({ env: { NODE_ENV: 'production' } });
    const answer = await server.client.call(account.verificationCode, {
      body: { email: 'x@ringside.example' },
    });
    expect([answer.status, answer.code]).toEqual([503, 503]);
    expect(server.said).toEqual([]);
    await server.close();
  });
});
