import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useRingside } from '#renderer/data/hooks.ts';
import type { AnchorDraft } from '#renderer/data/presets/presetForm.ts';
import { problemOf } from '#renderer/data/ringside.ts';
import { Face } from '#renderer/kit/ui/Face.tsx';
import { useFilePicker } from '#renderer/kit/ui/useFilePicker.tsx';
import { readPicture } from './readPicture.ts';

export interface PictureFieldProps {
  anchor: AnchorDraft;
  name: string;
  onChange(avatar: string): void;
}

/** The anchor's picture: that of the account, or one of one's own, which can be chosen and taken off again. */
export function PictureField({ anchor, name, onChange }: PictureFieldProps) {
  const { t } = useTranslation();
  const { call, showProblem } = useRingside();
  const [busy, setBusy] = useState(false);
  const take = async (file: File) => {
    setBusy(true);
    try {
      const { picture } = await call('pictures.put', { data: await readPicture(file) });
      onChange(picture);
    } catch (error) {
      showProblem(problemOf(error));
    } finally {
      setBusy(false);
    }
  };
  const choose = t('picture.choose', { name });
  const picker = useFilePicker({
    label: choose,
    accept: 'image/png,image/jpeg,image/webp',
    onFile: (file) => void take(file),
  });
  return (
    <div className="picture">
      <button
        type="button"
        className="picture__button"
        aria-label={choose}
        aria-busy={busy}
        title={t('picture.hint')}
        onClick={picker.open}
      >
        <Face avatar={anchor.avatar} username={anchor.username} name={name} size="large" />
        <i className="pi pi-pencil picture__sign" aria-hidden="true" />
      </button>
      {anchor.avatar !== '' && (
        <button
          type="button"
          className="icon-button picture__remove"
          aria-label={t('picture.remove', { name })}
          title={t('picture.remove', { name })}
          onClick={() => onChange('')}
        >
          <i className="pi pi-times" aria-hidden="true" />
        </button>
      )}
      {picker.input}
    </div>
  );
}
