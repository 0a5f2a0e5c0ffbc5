import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useRingside, useSettings, useShow } from '#renderer/data/hooks.ts';
import { problemOf } from '#renderer/data/ringside.ts';
import { useFormat } from '#renderer/kit/i18n/useFormat.ts';
import { useProblemText } from '#renderer/kit/i18n/useText.ts';
import { useKey } from '#renderer/kit/keys/useKey.ts';
import { Button } from '#renderer/kit/ui/Button.tsx';
import { Modal } from '#renderer/kit/ui/Modal.tsx';
import type { OverlayThanks, OverlayThanksSide } from '#shared/contract/overlay/state.ts';
import { isOn, isOutdated, latestSettled, shownRound } from '#shared/game/round/view.ts';
import { giftName } from '#shared/gifts/learned.ts';
import { useTargetName } from '../ledger/moveTargets.ts';
import { usePendingAction } from '../usePendingAction.ts';
import styles from './ThankYou.module.css';

/** The button of the thank-you card of the latest settled round, and the key that sends the card to overlays. */
export function ThankYou() {
  const { t } = useTranslation();
  const roundId = useShow((state) => latestSettled(state)?.id ?? 0);
  const [open, setOpen] = useState(false);
  const { busy, send } = useSendThanks(roundId);
  useKey('thanks.send', send, roundId > 0 && !busy);
  if (roundId === 0) return null;
  return (
    <>
      <Button
        look="text"
        icon="heart"
        label={t('thanks.title')}
        keyAction="thanks.send"
        onClick={() => setOpen(true)}
      />
      {open && <ThankYouDialog roundId={roundId} busy={busy} onSend={send} onClose={() => setOpen(false)} />}
    </>
  );
}

/**
 * The button that sends the card of the latest settled round at once, for the phone. It is absent while a round is on,
 * so that no touch meant for the round sends a card.
 */
export function SendThanks() {
  const { t } = useTranslation();
  const roundId = useShow((state) => {
    const shown = shownRound(state);
    return shown !== null && isOn(shown) ? 0 : (latestSettled(state)?.id ?? 0);
  });
  const { busy, send } = useSendThanks(roundId);
  if (roundId === 0) return null;
  return <Button look="outlined" icon="heart" label={t('thanks.title')} busy={busy} onClick={send} />;
}

/** Shows the card on stream, and tells the host on how many overlays. */
function useSendThanks(roundId: number) {
  const { attempt, toasts } = useRingside();
  const [busy, run] = usePendingAction(String(roundId));
  const send = async () => {
    const answer = await attempt('overlay.thank', { roundId });
    if (answer === null) return;
    toasts
      .getState()
      .add(
        answer.pages === 0
          ? { severity: 'warn', summary: { key: 'thanks.noWidget' }, group: 'thanks' }
          : { severity: 'success', summary: { key: 'thanks.sent' }, group: 'thanks' },
      );
  };
  return { busy, send: () => void run(send()) };
}

interface ThankYouDialogProps {
  roundId: number;
  busy: boolean;
  onSend(): void;
  onClose(): void;
}

function ThankYouDialog({ roundId, busy, onSend, onClose }: ThankYouDialogProps) {
  const { t } = useTranslation();
  const { call } = useRingside();
  const problemText = useProblemText();
  const { data, error } = useQuery({
    queryKey: ['thanks', roundId],
    queryFn: async () => (await call('overlay.thanks', { roundId })).thanks,
    // Corrections change the card.
    gcTime: 0,
  });
  const problem = error === null ? null : problemOf(error);
  const outdated = useShow((state) => {
    const round = latestSettled(state);
    return round !== null && round.id === roundId && isOutdated(round);
  });
  return (
    <Modal
      title={t('thanks.title')}
      wide
      onClose={onClose}
      footer={
        <div className="row row--end">
          <Button look="outlined" label={t('action.close')} onClick={onClose} />
          <Button icon="send" label={t('thanks.send')} autoFocus busy={busy} onClick={onSend} />
        </div>
      }
    >
      {problem !== null && <p role="alert">{problemText(problem)}</p>}
      {outdated && (
        <p className="needed" role="alert">
          {t('thanks.outdated')}
        </p>
      )}
      {data !== undefined && <Card thanks={data} />}
    </Modal>
  );
}

function Card({ thanks }: { thanks: OverlayThanks }) {
  const { t } = useTranslation();
  const { number } = useFormat();
  const language = useSettings((state) => state.language);
  const targetName = useTargetName();
  const { card, attacker, defender, everyone, gift } = thanks;
  return (
    <div className={styles.card}>
      <p className="muted">
        {card !== undefined &&
          `${t('stage.round', { number: card.round })} · ${t(`stage.outcome.${card.outcome}`)}`}
      </p>
      <div className={styles.sides}>
        {attacker !== undefined && (
          <SideColumn side={attacker} heading={t('stage.attacker')} tone="attacker" />
        )}
        {defender !== undefined && (
          <SideColumn side={defender} heading={t('stage.defender')} tone="defender" />
        )}
        {everyone !== undefined && <SideColumn side={everyone} heading={t('thanks.everyone')} tone={null} />}
      </div>
      {gift !== undefined && (
        <p className={styles.gift}>
          <b>{t('thanks.biggest')}</b>{' '}
          {t(gift.anchorId === null ? 'thanks.gift' : 'thanks.giftTo', {
            viewer: gift.viewer,
            gift: giftName(gift.giftId, gift.giftName, language),
            count: gift.count,
            shown: number(gift.count),
            diamonds: number(gift.diamonds),
            name: gift.anchorId === null ? '' : targetName(`anchor:${gift.anchorId}`),
          })}
        </p>
      )}
    </div>
  );
}

interface SideColumnProps {
  side: OverlayThanksSide;
  heading: string;
  tone: 'attacker' | 'defender' | null;
}

function SideColumn({ side, heading, tone }: SideColumnProps) {
  const { t } = useTranslation();
  const { votes } = useFormat();
  const targetName = useTargetName();
  const ranked = side.top.map((viewer, index) => ({ ...viewer, place: index + 1 }));
  return (
    <div>
      <h3 className={`${styles.heading} ${tone === null ? '' : `lead--${tone}`}`}>
        <span>{heading}</span>
        <b className="num">{t('thanks.votes', { shown: votes(side.votesTenths) })}</b>
      </h3>
      <p className="muted clip">{side.anchors.map((id) => targetName(`anchor:${id}`)).join(' · ')}</p>
      {side.top.length === 0 ? (
        <p className="muted">{t('thanks.nobody')}</p>
      ) : (
        <ol className={styles.top}>
          {ranked.map(({ place, name, votesTenths }) => (
            <li key={place}>
              <bdi className="clip">{name}</bdi>
              <b className="num">{votes(votesTenths)}</b>
            </li>
          ))}
        </ol>
      )}
    </div>
  );
}
