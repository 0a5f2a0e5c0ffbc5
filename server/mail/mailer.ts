import type { SendMailOptions, Transporter } from 'nodemailer';
import type { Language } from '#shared/contract/language.ts';
import { translate } from '../api/language.ts';

/**
 * `log`: mails are logged, because no mail server is configured and this is not production. `none`: mail cannot be
 * sent.
 */
type MailDelivery = 'mail' | 'log' | 'none';

type MailKind = 'signup' | 'signupTaken' | 'forgot';

interface Mail {
  kind: MailKind;
  to: string;
  language: Language;
  /** Empty if the mail has no code. */
  code: string;
}

export interface Mailer {
  readonly delivery: MailDelivery;
  /** Queues a mail and returns at once: the response time must not reveal who has an account. */
  send(mail: Mail): void;
  /** Waits a moment for queued mails, then closes the connections. */
  close(): Promise<void>;
}

interface MailerOptions {
  /** smtp://user:password@host:port, or null. */
  smtpUrl: string | null;
  from: string;
  production: boolean;
  /** Prints a line for the operator. */
  say: (line: string) => void;
  onFault: (error: unknown) => void;
}

const RETRY_AFTER_MS = [1000, 5000, 20_000];
const MAX_QUEUED = 500;
const MINUTES = 10;

/** Creates the mailer. Without `smtpUrl`, it logs mails, or drops them in production. */
export function createMailer(options: MailerOptions): Mailer {
  if (options.smtpUrl === null) {
    return {
      delivery: options.production ? 'none' : 'log',
      send: (mail) => {
        if (!options.production) options.say(logLine(mail));
      },
      close: async () => {},
    };
  }
  const { smtpUrl: url } = options;
  // Import on demand: forty modules that most servers never need.
  let opening: Promise<Transporter> | null = null;
  const open = async () => {
    const { createTransport } = await import('nodemailer');
    return createTransport({ url, pool: true, maxConnections: 2 });
  };
  const underWay = new Set<Promise<void>>();
  let closing = false;
  const deliver = async (message: SendMailOptions) => {
    for (const wait of [...RETRY_AFTER_MS, null]) {
      try {
        opening ??= open();
        const transport = await opening;
        await transport.sendMail(message);
        return;
      } catch (error) {
        if (wait === null || closing) return options.onFault(error);
        await new Promise<void>((resolve) => setTimeout(resolve, wait).unref());
      }
    }
  };
  return {
    delivery: 'mail',
    send: (mail) => {
      if (underWay.size >= MAX_QUEUED) return options.onFault(new Error('too many mails are waiting'));
      const sending = deliver(compose(mail, options.from)).finally(() => underWay.delete(sending));
      underWay.add(sending);
    },
    close: async () => {
      closing = true;
      await Promise.race([
        Promise.all(underWay),
        new Promise((resolve) => setTimeout(resolve, 3000).unref()),
      ]);
      (await opening)?.close();
    },
  };
}

function compose({ kind, to, language, code }: Mail, from: string): SendMailOptions {
  const params = { code, minutes: MINUTES };
  return {
    from,
    // As an object, so that the address cannot be parsed as several recipients.
    to: { name: '', address: to },
    subject: translate(language, `api.mail.${kind}.subject`, params),
    text: translate(language, `api.mail.${kind}.text`, params),
  };
}

function logLine({ kind, to, code }: Mail): string {
  if (kind === 'signupTaken') return `Mail to ${to}: this address already has an account.`;
  return `Mail to ${to}: the verification code is ${code}. (Set SMTP_URL to send such mails.)`;
}
