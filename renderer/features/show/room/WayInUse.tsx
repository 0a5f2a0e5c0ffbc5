import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useConnection } from '#renderer/data/hooks.ts';
import { Button } from '#renderer/kit/ui/Button.tsx';
import { Modal } from '#renderer/kit/ui/Modal.tsx';
import type { Phase, WayReport } from '#shared/contract/connection.ts';
import type { ErrorCode } from '#shared/contract/error.ts';

/** Phases in which a line of the kind `auto` has chosen a way. */
const chosenIn: readonly Phase[] = ['connecting', 'live', 'silent', 'reconnecting', 'blocked'];

/** The way that an automatic line uses, in one word. Opens the list of ways with the reasons. */
export function WayInUse() {
  const { t } = useTranslation();
  const report = useConnection(({ room }) => (room && chosenIn.includes(room.phase) ? room.auto : undefined));
  const linked = useConnection((state) => state.link.phase === 'open');
  const [open, setOpen] = useState(false);
  if (report === undefined || !linked) return null;
  const way = t(`line.kind.${report.inUse}`);
  return (
    <>
      <Button
        small
        look="text"
        label={way}
        ariaLabel={t('line.way.open', { way })}
        onClick={() => setOpen(true)}
      />
      {open && <Ways report={report} onClose={() => setOpen(false)} />}
    </>
  );
}

function Ways({ report, onClose }: { report: WayReport; onClose(): void }) {
  const { t } = useTranslation();
  return (
    <Modal title={t('line.way.title')} onClose={onClose}>
      <div className="stack">
        <p>{t('line.way.text')}</p>
        <dl className="stack">
          {report.ways.map((entry) => (
            <div key={entry.way} className="row">
              <dt className="strong">{t(`line.kind.${entry.way}`)}</dt>
              <dd className="muted">
                <WayState entry={entry} inUse={entry.way === report.inUse} />
              </dd>
            </div>
          ))}
        </dl>
      </div>
    </Modal>
  );
}

/** Short reasons for the problems by which a way is refused. */
const reasons = {
  'room.wayRefused': 'platform',
  'room.blocked': 'platform',
  'page.signIn': 'signIn',
  'page.ageGate': 'ageGate',
  'page.captcha': 'captcha',
  'page.region': 'region',
  'page.noSocket': 'noSocket',
  'page.crashed': 'crashed',
  'page.tooMuch': 'tooMuch',
  'room.signRefused': 'key',
  'room.rateLimited': 'service',
  'room.unreachable': 'service',
  'room.noInfo': 'service',
} as const satisfies { [C in ErrorCode]?: string };

function WayState({ entry, inUse }: { entry: WayReport['ways'][number]; inUse: boolean }) {
  const { t } = useTranslation();
  const { lacks, refusal } = entry;
  if (lacks !== null) return t(`line.way.lacks.${lacks}`);
  if (refusal !== null) return t(`line.way.refusal.${reasonOf(refusal)}`);
  return inUse ? t('line.way.inUse') : t('line.way.ready');
}

function reasonOf(code: ErrorCode) {
  const named: { readonly [C in ErrorCode]?: (typeof reasons)[keyof typeof reasons] } = reasons;
  return named[code] ?? 'other';
}
