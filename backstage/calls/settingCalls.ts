import type { CallHandlers } from '#shared/contract/backstage.ts';
import type { Core } from '../core.ts';
import { changePreset } from './showCalls.ts';

type Names =
  | 'presets.list'
  | 'presets.save'
  | 'presets.delete'
  | 'presets.restore'
  | 'lines.list'
  | 'lines.save'
  | 'pages.signOut';

/** The lines as screens see them. */
export function linesNow({ lines, pages }: Pick<Core, 'lines' | 'pages'>) {
  return {
    lines: lines.shown(),
    bothLines: lines.bothLines,
    page: pages?.state ?? ('unavailable' as const),
    pageWindows: pages?.hasWindows ?? false,
  };
}

export function settingCalls(core: Core): Pick<CallHandlers, Names> {
  const { presets, lines, hub, shows, rooms, packs } = core;
  const tellPresets = () => {
    hub.broadcast({ push: 'presets', presets: presets.list() });
    packs.updateNotice();
  };
  return {
    'presets.list': async () => ({ presets: presets.list() }),
    'presets.save': async ({ preset: draft, base }, by) => {
      const preset = presets.save(draft, base);
      tellPresets();
      const show = shows.current;
      // Apply the change to the open show if it uses this preset. Counted gifts do not change.
      if (show !== null && show.state.status !== 'ended' && show.state.preset?.id === preset.id) {
        await changePreset(core, show, preset, by);
      }
      return { preset };
    },
    'presets.delete': async ({ presetId }) => {
      const place = presets.delete(presetId);
      tellPresets();
      return { place };
    },
    'presets.restore': async ({ preset, place }) => {
      presets.restore(preset, place);
      tellPresets();
      return {};
    },
    'lines.list': async () => linesNow(core),
    'lines.save': async ({ lines: wanted, bothLines, base }) => {
      const before = lines.bothLines;
      lines.save(wanted, bothLines, base);
      hub.broadcast({ push: 'lines', ...linesNow(core) });
      if (lines.bothLines !== before) rooms.updateSecondLine();
      return {};
    },
    'pages.signOut': async () => {
      await core.pages?.signOut();
      return {};
    },
  };
}

type PhoneNames =
  | 'phones.list'
  | 'phones.invite'
  | 'phones.withdraw'
  | 'phones.revoke'
  | 'phones.restore'
  | 'phones.setOpen';

/** Handles requests about phones that steer the show. */
export function phoneCalls({ phones }: Core): Pick<CallHandlers, PhoneNames> {
  return {
    'phones.list': async () => phones.state,
    'phones.invite': () => phones.invite(),
    'phones.withdraw': async () => {
      phones.withdraw();
      return {};
    },
    'phones.revoke': async ({ id }) => {
      phones.revoke(id);
      return {};
    },
    'phones.restore': async ({ id }) => {
      await phones.restore(id);
      return {};
    },
    'phones.setOpen': async ({ open }) => {
      await phones.setOpen(open);
      return {};
    },
  };
}

type RemoteNames = 'remotes.list' | 'remotes.create' | 'remotes.revoke' | 'remotes.restore';

/** Handles requests about the tokens of the remote API. */
export function remoteCalls({ remotes }: Core): Pick<CallHandlers, RemoteNames> {
  return {
    'remotes.list': async () => remotes.shown,
    'remotes.create': async ({ name, scope }) => remotes.create(name, scope),
    'remotes.revoke': async ({ id }) => {
      remotes.revoke(id);
      return {};
    },
    'remotes.restore': async ({ id }) => {
      remotes.restore(id);
      return {};
    },
  };
}

type WebhookNames =
  `webhooks.${'list' | 'create' | 'save' | 'delete' | 'renew' | 'test' | 'again' | 'retry'}`;

/** Handles requests about webhooks. */
export function webhookCalls({ webhooks }: Core): Pick<CallHandlers, WebhookNames> {
  return {
    'webhooks.list': async () => webhooks.shown,
    'webhooks.create': async ({ draft }) => webhooks.create(draft),
    'webhooks.save': async ({ id, draft }) => {
      webhooks.save(id, draft);
      return {};
    },
    'webhooks.delete': async ({ id }) => {
      webhooks.delete(id);
      return {};
    },
    'webhooks.renew': async ({ id }) => ({ secret: webhooks.renew(id) }),
    'webhooks.test': async ({ id }) => ({ delivery: await webhooks.test(id) }),
    'webhooks.again': async ({ id, deliveryId }) => ({ delivery: await webhooks.again(id, deliveryId) }),
    'webhooks.retry': async ({ id }) => {
      webhooks.retry(id);
      return {};
    },
  };
}

type TransferNames =
  `transfer.${'state' | 'export' | 'read' | 'begin' | 'write' | 'check' | 'apply' | 'undo' | 'cancel'}`;

/** Handles requests about the file with everything of this device. */
export function transferCalls({ transfers }: Core): Pick<CallHandlers, TransferNames> {
  return {
    'transfer.state': async () => transfers.state,
    'transfer.export': ({ shows, screen }) => transfers.export(shows, screen),
    'transfer.read': async ({ id, offset }) => ({ data: transfers.read(id, offset) }),
    'transfer.begin': async ({ size }) => ({ id: transfers.begin(size) }),
    'transfer.write': async ({ id, offset, data }) => {
      transfers.write(id, offset, Buffer.from(data, 'base64'));
      return {};
    },
    'transfer.check': ({ id, screen }) => transfers.check(id, screen),
    'transfer.apply': ({ id, plan, kinds, screen }) => transfers.apply(id, plan, kinds, screen),
    'transfer.undo': async () => ({ screen: await transfers.undo() }),
    'transfer.cancel': async () => {
      transfers.cancel();
      return {};
    },
  };
}
