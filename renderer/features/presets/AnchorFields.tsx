import { useTranslation } from 'react-i18next';
import type { AnchorDraft } from '#renderer/data/presets/presetForm.ts';
import { TextField } from '#renderer/kit/form/fields.tsx';
import type { Problem } from '#shared/contract/error.ts';
import { presetLimits } from '#shared/contract/preset.ts';
import { AccountLine } from './account/AccountLine.tsx';
import { useAccount } from './account/useAccount.ts';
import { GiftAndTime } from './GiftAndTime.tsx';
import { PictureField } from './picture/PictureField.tsx';

export interface AnchorFieldsProps {
  anchor: AnchorDraft;
  place: number;
  problemAt(field: string): Problem | undefined;
  usedBy: ReadonlyMap<number, string>;
  /** Changes what the anchor is by then: an account is found while the host types on. */
  onChange(change: (anchor: AnchorDraft) => AnchorDraft): void;
}

/** One anchor: picture, nickname, own account, exclusive gift, length of its turn. */
export function AnchorFields({ anchor, place, problemAt, usedBy, onChange }: AnchorFieldsProps) {
  const { t } = useTranslation();
  const set = (part: Partial<AnchorDraft>) => onChange((now) => ({ ...now, ...part }));
  const { username } = anchor;
  const account = useAccount(username, (found) =>
    onChange((now) => {
      if (now.username !== username) return now;
      return {
        ...now,
        userId: found.userId,
        nickname: now.nickname || found.nickname.slice(0, presetLimits.nickname),
      };
    }),
  );
  return (
    <>
      <PictureField
        anchor={anchor}
        name={anchor.nickname || t('presetEditor.unnamed', { place: place + 1 })}
        onChange={(avatar) => set({ avatar })}
      />
      <TextField
        required
        label={t('presetEditor.nickname')}
        value={anchor.nickname}
        maxLength={presetLimits.nickname}
        problem={problemAt('nickname')}
        onChange={(nickname) => set({ nickname })}
      />
      <TextField
        label={t('presetEditor.username')}
        value={username}
        maxLength={presetLimits.username}
        placeholder="@"
        problem={problemAt('username')}
        help={<AccountLine account={account} />}
        onChange={(typed) => set({ username: typed.trim().replace(/^@+/, ''), userId: '' })}
        onLeave={account.look}
      />
      <GiftAndTime
        giftLabel={t('presetEditor.gift')}
        timeLabel={t('presetEditor.duration')}
        timeHint={t('presetEditor.durationHint')}
        {...{ gift: anchor.gift, duration: anchor.duration, problemAt, usedBy }}
        onChange={set}
      />
    </>
  );
}
