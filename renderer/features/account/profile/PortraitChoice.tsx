import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { PortraitIcon, portraits } from '#renderer/kit/icons/people.tsx';
import { portraitStore } from './portraitStore.ts';

/** The pictures to choose one of, which stands beside the name on this device. */
export function PortraitChoice() {
  const { t } = useTranslation();
  const chosen = useStore(portraitStore, (state) => state.portrait);
  const choose = useStore(portraitStore, (state) => state.choose);
  return (
    <div className="portraits" role="radiogroup" aria-label={t('account.profile.portrait')}>
      {portraits.map((portrait) => (
        <label key={portrait} className="portraits__one" title={t(`account.profile.portrait.${portrait}`)}>
          <input
            type="radio"
            name="portrait"
            checked={portrait === chosen}
            aria-label={t(`account.profile.portrait.${portrait}`)}
            onChange={() => choose(portrait)}
          />
          <span>
            <PortraitIcon portrait={portrait} size={28} />
          </span>
        </label>
      ))}
    </div>
  );
}
