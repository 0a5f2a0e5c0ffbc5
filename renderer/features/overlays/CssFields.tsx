import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { useRingside } from '#renderer/data/hooks.ts';
import { usePicture } from '#renderer/data/queries/pictures.ts';
import { problemOf } from '#renderer/data/ringside.ts';
import { Field } from '#renderer/kit/form/Field.tsx';
import { useControl, useGroup } from '#renderer/kit/form/FormGroup.tsx';
import { AreaField } from '#renderer/kit/form/fields.tsx';
import { Button } from '#renderer/kit/ui/Button.tsx';
import { useFilePicker } from '#renderer/kit/ui/files.tsx';
import { readImage } from '#renderer/kit/ui/readPicture.ts';
import { useCopy } from '#renderer/kit/ui/useCopy.ts';
import { type CssImage, cssImageSchema, MOST_CSS, MOST_IMAGES } from '#shared/contract/overlay/widget.ts';
import { cssProblem } from '#shared/overlay/customCss.ts';
import styles from './CssFields.module.css';

const imagesSchema = z.array(cssImageSchema).catch([]);

/** The host's own CSS, and the pictures that it uses. CSS that is refused shows its line and is not saved. */
export function CssFields() {
  const { t } = useTranslation();
  const { methods } = useGroup();
  const images = imagesSchema.parse(useWatch({ control: methods.control, name: 'frame.images' }));
  return (
    <>
      <Field group name="frame.images" label={t('widgets.images')} help={t('widgets.images.help')}>
        <ImagesControl />
      </Field>
      <AreaField
        // Checks the CSS again when an image is added or removed.
        key={images.map(({ name }) => name).join()}
        name="frame.css"
        label={t('widgets.css')}
        help={t('widgets.css.help')}
        rows={10}
        maxLength={MOST_CSS}
        validate={(value) => {
          const wrong = cssProblem({ css: String(value), images });
          return wrong === null ? null : t('error.overlay.css', { ...wrong });
        }}
      />
    </>
  );
}

/** The pictures of a widget's CSS: adds a file, copies the text that uses it, and removes it. */
function ImagesControl() {
  const { t } = useTranslation();
  const { id, value, onChange, labelledBy, describedBy } = useControl();
  const { call, showProblem } = useRingside();
  const [busy, setBusy] = useState(false);
  const images = imagesSchema.parse(value);
  const take = async (file: File) => {
    setBusy(true);
    try {
      const { picture } = await call('pictures.put', { data: await readImage(file) });
      onChange([...images, { name: nameFor(file.name, images), picture }]);
    } catch (error) {
      showProblem(problemOf(error));
    } finally {
      setBusy(false);
    }
  };
  const picker = useFilePicker({
    label: t('widgets.images.add'),
    accept: 'image/png,image/jpeg,image/webp',
    onFile: (file) => void take(file),
  });
  return (
    <fieldset id={id} aria-labelledby={labelledBy} aria-describedby={describedBy} className={styles.images}>
      {images.length > 0 && (
        <ul>
          {images.map((image) => (
            <ImageLine
              key={image.name}
              image={image}
              onRemove={() => onChange(images.filter(({ name }) => name !== image.name))}
            />
          ))}
        </ul>
      )}
      <Button
        small
        look="outlined"
        icon="image"
        label={t('widgets.images.add')}
        busy={busy}
        disabled={images.length >= MOST_IMAGES}
        onClick={picker.open}
      />
      {picker.input}
    </fieldset>
  );
}

function ImageLine({ image: { name, picture }, onRemove }: { image: CssImage; onRemove(): void }) {
  const { t } = useTranslation();
  const copy = useCopy();
  const data = usePicture(picture);
  const text = `url(image:${name})`;
  return (
    <li>
      {data === '' ? <span className={styles.empty} /> : <img src={data} alt="" />}
      <code className="clip">{text}</code>
      <Button
        small
        look="text"
        icon="copy"
        ariaLabel={t('widgets.images.copy', { name })}
        onClick={() => void copy(text)}
      />
      <Button
        small
        look="text"
        icon="times"
        ariaLabel={t('widgets.images.remove', { name })}
        onClick={onRemove}
      />
    </li>
  );
}

/** A name for a file that CSS can use and that no other image has. */
function nameFor(fileName: string, images: readonly CssImage[]): string {
  const plain = fileName
    .toLowerCase()
    .replace(/\.[a-z0-9]+$/, '')
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
    .slice(0, 20);
  const base = plain === '' ? 'image' : plain;
  const names = [base, ...Array.from({ length: MOST_IMAGES }, (_, index) => `${base}-${index + 2}`)];
  return names.find((name) => images.every((image) => image.name !== name)) ?? base;
}
