import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useRingside, useShow } from '#renderer/data/hooks.ts';
import { useKey } from '#renderer/kit/keys/useKey.ts';
import { Button } from '#renderer/kit/ui/Button.tsx';
import { KeyCap } from '#renderer/kit/ui/KeyCap.tsx';
import { nicknameOf } from '#shared/game/anchors.ts';
import { tiedOf, undecidedTie } from '#shared/game/round/view.ts';

/** Lowest scores that are equal: the host says who goes out. The show goes on meanwhile. */
export function TieStrip() {
  const { t } = useTranslation();
  const { engine, attempt } = useRingside();
  const [busy, setBusy] = useState(false);
  const round = useShow((state) => undecidedTie(state)?.id ?? 0);
  const number = useShow((state) => state.rounds[round - 1]?.number ?? 0);
  const tied = useShow((state) => {
    const asked = state.rounds[round - 1];
    return asked === undefined ? [] : tiedOf(state, asked);
  });
  const strip = useRef<HTMLElement>(null);
  const decide = async (anchorId: string | null) => {
    setBusy(true);
    await attempt('round.decideTie', { round, anchorId });
    setBusy(false);
  };
  // Its key leads to the answers: one that knocked somebody out at once would be pressed by mistake.
  useKey('tie.focus', () => strip.current?.querySelector('button')?.focus(), tied.length > 0);
  useKey('tie.nobody', () => void decide(null), tied.length > 0 && !busy);
  if (tied.length === 0) return null;
  return (
    <section className="queue" aria-label={t('tie.label')} ref={strip}>
      <span className="queue__label">
        <i className="pi pi-question-circle" aria-hidden="true" /> {t('tie.round', { number })}
      </span>
      <span className="queue__what">
        {t('tie.text')} <KeyCap action="tie.focus" />
      </span>
      <div className="queue__answers">
        {tied.map((id) => (
          <Button
            key={id}
            small
            danger
            look="outlined"
            label={nicknameOf(engine.state, id) ?? t('ledger.target.gone')}
            busy={busy}
            onClick={() => void decide(id)}
          />
        ))}
        <Button
          small
          look="outlined"
          label={t('tie.nobody')}
          keyAction="tie.nobody"
          busy={busy}
          onClick={() => void decide(null)}
        />
      </div>
    </section>
  );
}
