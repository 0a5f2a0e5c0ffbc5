import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { PortraitIcon, portraits } from '#renderer/kit/icons/portraits.tsx';
import { PictureChoice } from '#renderer/kit/ui/Choices.tsx';
import { portraitStore } from './portraitStore.ts';

/** The pictures to choose one of, which stands beside the name on this device. */
export function PortraitChoice() {
  const { t } = useTranslation();
  const chosen = useStore(portraitStore, (state) => state.portrait);
  const choose = useStore(portraitStore, (state) => state.choose);
  return (
    <PictureChoice
      label={t('account.profile.portrait')}
      value={chosen}
      options={portraits.map((portrait) => ({
        value: portrait,
        label: t(`account.profile.portrait.${portrait}`),
        picture: (
          <span className="portrait">
            <PortraitIcon portrait={portrait} size={28} />
          </span>
        ),
      }))}
      onChange={choose}
    />
  );
}
