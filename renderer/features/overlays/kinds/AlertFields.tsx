import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useRingside } from '#renderer/data/hooks.ts';
import { usePicture } from '#renderer/data/queries/pictures.ts';
import { problemOf } from '#renderer/data/ringside.ts';
import { Field } from '#renderer/kit/form/Field.tsx';
import { useControl } from '#renderer/kit/form/FormGroup.tsx';
import { Button } from '#renderer/kit/ui/Button.tsx';
import { useFilePicker } from '#renderer/kit/ui/files.tsx';
import { readPicture } from '#renderer/kit/ui/readPicture.ts';
import { pictureSchema } from '#shared/contract/anchors.ts';
import { widgetLimits } from '#shared/contract/overlay/widget.ts';
import { Shown, WholeNumberField } from '../fields.tsx';
import styles from '../OptionsForm.module.css';

export function AlertFields() {
  const { t } = useTranslation();
  return (
    <>
      <WholeNumberField
        name="minDiamonds"
        label={t('widgets.alertDiamonds')}
        help={t('widgets.alertDiamonds.help')}
        limits={widgetLimits.alertDiamonds}
      />
      <Field group name="picture" label={t('widgets.picture')} help={t('widgets.picture.help')}>
        <PictureControl />
      </Field>
      <Shown names={['showAnchor']} />
    </>
  );
}

/** A picture of the host's own, or none. */
function PictureControl() {
  const { t } = useTranslation();
  const { id, value, onChange } = useControl();
  const { call, showProblem } = useRingside();
  const picture = pictureSchema.safeParse(value).data ?? '';
  const data = usePicture(picture);
  const [busy, setBusy] = useState(false);
  const take = async (file: File) => {
    setBusy(true);
    try {
      onChange((await call('pictures.put', { data: await readPicture(file) })).picture);
    } catch (error) {
      showProblem(problemOf(error));
    } finally {
      setBusy(false);
    }
  };
  const choose = t('widgets.picture.choose');
  const picker = useFilePicker({
    label: choose,
    accept: 'image/png,image/jpeg,image/webp',
    onFile: (file) => void take(file),
  });
  return (
    <div id={id} className={styles.ownPicture}>
      {data !== '' && <img src={data} alt="" />}
      <Button small look="outlined" icon="image" label={choose} busy={busy} onClick={picker.open} />
      {picture !== '' && (
        <Button
          small
          look="text"
          icon="times"
          ariaLabel={t('widgets.picture.remove')}
          onClick={() => onChange('')}
        />
      )}
      {picker.input}
    </div>
  );
}
