import { useTranslation } from 'react-i18next';
import { OnOffField } from './fields.tsx';

export type Switched =
  | 'showStreaks'
  | 'showShare'
  | 'showAvatars'
  | 'showRound'
  | 'showDelay'
  | 'showBreakthrough'
  | 'showStreak'
  | 'showRank'
  | 'showGameplay'
  | 'showScore'
  | 'showLive';

/** What is shown and what is not. */
export function Shown({ names }: { names: readonly Switched[] }) {
  const { t } = useTranslation();
  return (
    <div className="wopts wopts--lines">
      {names.map((name) => (
        <OnOffField key={name} name={name} label={t(`widgets.${name}`)} />
      ))}
    </div>
  );
}
