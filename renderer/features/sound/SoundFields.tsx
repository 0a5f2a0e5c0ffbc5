import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useRingside } from '#renderer/data/hooks.ts';
import { problemOf } from '#renderer/data/ringside.ts';
import { soundPlayerOf, uploadSound } from '#renderer/data/show/sounds.ts';
import { NumberField, SelectField, SwitchField } from '#renderer/kit/form/fields.tsx';
import { useText } from '#renderer/kit/i18n/useText.ts';
import { Button } from '#renderer/kit/ui/Button.tsx';
import { useFilePicker } from '#renderer/kit/ui/files.tsx';
import type { Problem } from '#shared/contract/error.ts';
import {
  type Cue,
  cues,
  ownSounds,
  type SoundSettings,
  soundChoiceSchema,
  soundFilesOf,
  soundLimits,
} from '#shared/contract/sound.ts';
import styles from './SoundFields.module.css';

interface SoundFieldsProps {
  value: SoundSettings;
  /** Where the sounds are heard. */
  help: string;
  problemAt?(name: keyof SoundSettings): Problem | undefined;
  onChange(value: SoundSettings): void;
}

/** The sounds of a preset or a widget: on or off, volume, and a sound for each cue. */
export function SoundFields({ value, help, problemAt = () => undefined, onChange }: SoundFieldsProps) {
  const { t } = useTranslation();
  const change = (part: Partial<SoundSettings>) => onChange({ ...value, ...part });
  const { volume, minDiamonds } = soundLimits;
  return (
    <>
      <SwitchField label={t('sound.on')} help={help} value={value.on} onChange={(on) => change({ on })} />
      {value.on && (
        <>
          <div className={styles.numbers}>
            <NumberField
              label={t('sound.volume')}
              value={value.volume}
              problem={problemAt('volume')}
              {...volume}
              clamp
              slider
              unit="%"
              onChange={(next) => change({ volume: next ?? volume.min })}
            />
            <NumberField
              label={t('sound.minDiamonds')}
              help={t('sound.minDiamonds.help')}
              value={value.minDiamonds}
              problem={problemAt('minDiamonds')}
              {...minDiamonds}
              clamp
              onChange={(next) => change({ minDiamonds: next ?? minDiamonds.min })}
            />
          </div>
          <div className={styles.cues}>
            {cues.map((cue) => (
              <CueField
                key={cue}
                cue={cue}
                settings={value}
                onChoose={(choice) => change({ [cue]: choice })}
              />
            ))}
          </div>
          <p className="muted small">{t('sound.note')}</p>
        </>
      )}
    </>
  );
}

interface CueFieldProps {
  cue: Cue;
  settings: SoundSettings;
  onChoose(choice: string): void;
}

/** The sound of one cue, with buttons to hear it and to choose a file of the host's own. */
function CueField({ cue, settings, onChoose }: CueFieldProps) {
  const { t } = useTranslation();
  const text = useText();
  const ringside = useRingside();
  const [busy, setBusy] = useState(false);
  const choice = settings[cue];
  const name = t(`sound.cue.${cue}`);
  const work = async (run: () => Promise<void>) => {
    setBusy(true);
    try {
      await run();
    } catch (error) {
      const problem = problemOf(error);
      ringside.showProblem(problem.code === 'internal' ? { code: 'sound.invalid' } : problem);
    } finally {
      setBusy(false);
    }
  };
  const chooseLabel = t('sound.choose', { name });
  const picker = useFilePicker({
    label: chooseLabel,
    accept: 'audio/mpeg,audio/ogg,audio/wav,audio/mp4,.mp3,.ogg,.opus,.wav,.m4a',
    onFile: (file) => void work(async () => onChoose(await uploadSound(file, ringside.call))),
  });
  const files = [...new Set(soundFilesOf(settings))];
  return (
    <div className={styles.cue}>
      <SelectField
        label={name}
        value={choice}
        className={styles.choice}
        options={[
          { value: '', label: t('sound.none') },
          ...ownSounds.map((each) => ({ value: each, label: text({ key: `sound.own.${each}` }) })),
          ...files.map((file, place) => ({ value: file, label: t('sound.file', { number: place + 1 }) })),
        ]}
        onChange={(chosen) => onChoose(soundChoiceSchema.parse(chosen))}
      />
      <Button
        small
        look="outlined"
        icon="volume-up"
        label={t('sound.try')}
        ariaLabel={t('sound.tryNamed', { name })}
        disabled={choice === '' || busy}
        onClick={() => void work(() => soundPlayerOf(ringside).tryOut(choice, settings.volume))}
      />
      <Button
        small
        look="text"
        icon="upload"
        label={t('sound.chooseShort')}
        ariaLabel={chooseLabel}
        busy={busy}
        onClick={picker.open}
      />
      {picker.input}
    </div>
  );
}
