import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useRingside, useSettings } from '#renderer/data/hooks.ts';
import { uploadPack, useHostPacks } from '#renderer/data/packs.ts';
import { usePicture } from '#renderer/data/queries/pictures.ts';
import { problemOf } from '#renderer/data/ringside.ts';
import { soundPlayerOf } from '#renderer/data/show/sounds.ts';
import { useFormat } from '#renderer/kit/i18n/useFormat.ts';
import { useProblemText } from '#renderer/kit/i18n/useText.ts';
import { Button } from '#renderer/kit/ui/Button.tsx';
import { useFilePicker } from '#renderer/kit/ui/files.tsx';
import { Modal } from '#renderer/kit/ui/Modal.tsx';
import { DeletedLine, PickRow, RowTool } from '#renderer/kit/ui/PickRow.tsx';
import type { Problem } from '#shared/contract/error.ts';
import type { HostPack } from '#shared/contract/overlay/hostPack.ts';
import { packCues, packName } from '#shared/contract/overlay/pack.ts';
import type { WidgetOptions } from '#shared/contract/overlay/widget.ts';
import { packIdSchema } from '#shared/contract/rules.ts';
import { soundSettingsSchema } from '#shared/contract/sound.ts';
import { fitScale, plainOptions, sampleAddress, useOverlayPage } from './overlayPage.ts';
import styles from './PackList.module.css';
import { PageFrame } from './PageFrame.tsx';

/** The effect packs that the host has added, and a button that adds one. */
export function PackList() {
  const { t } = useTranslation();
  const { call, attempt } = useRingside();
  const language = useSettings((state) => state.language);
  const problemText = useProblemText();
  const packs = useHostPacks();
  const [problem, setProblem] = useState<Problem | null>(null);
  const [busy, setBusy] = useState(false);
  const [removed, setRemoved] = useState<HostPack | null>(null);
  const [shown, setShown] = useState<HostPack | null>(null);
  const add = async (file: File) => {
    setBusy(true);
    setProblem(null);
    try {
      setShown(await uploadPack(file, call));
    } catch (error) {
      setProblem(problemOf(error));
    } finally {
      setBusy(false);
    }
  };
  const picker = useFilePicker({
    label: t('packs.add'),
    accept: '.zip,application/zip',
    onFile: (file) => void add(file),
  });
  const remove = async (pack: HostPack) => {
    if ((await attempt('packs.remove', { id: pack.id })) !== null) setRemoved(pack);
  };
  const restore = async (pack: HostPack) => {
    if ((await attempt('packs.restore', { id: pack.id })) !== null) setRemoved(null);
  };
  return (
    <section aria-labelledby="packs-title">
      <h3 id="packs-title" className={styles.title}>
        {t('packs.title')}
      </h3>
      {packs.length > 0 && (
        <ul>
          {packs.map((pack) => (
            <PackRow
              key={pack.id}
              pack={pack}
              onShow={() => setShown(pack)}
              onRemove={() => void remove(pack)}
            />
          ))}
        </ul>
      )}
      <div className={styles.add}>
        <p className="muted small">{t('packs.about')}</p>
        {problem !== null && (
          <p className={`banner banner--error ${styles.problem}`} role="alert">
            {problemText(problem)}
          </p>
        )}
        <Button
          small
          look="outlined"
          icon="upload"
          label={t('packs.add')}
          busy={busy}
          onClick={picker.open}
        />
        {picker.input}
      </div>
      {removed !== null && (
        <DeletedLine
          text={t('live.deleted', { name: packName(removed, language) })}
          restoreLabel={t('live.restore')}
          onRestore={() => void restore(removed)}
        />
      )}
      {shown !== null && <PackPreview pack={shown} onClose={() => setShown(null)} />}
    </section>
  );
}

interface PackRowProps {
  pack: HostPack;
  onShow(): void;
  onRemove(): void;
}

function PackRow({ pack, onShow, onRemove }: PackRowProps) {
  const { t } = useTranslation();
  const { number } = useFormat();
  const name = packName(
    pack,
    useSettings((state) => state.language),
  );
  const picture = usePicture(pack.cover);
  return (
    <PickRow
      chosen={false}
      onChoose={onShow}
      tools={<RowTool icon="trash" label={t('live.delete', { name })} onClick={onRemove} />}
    >
      <span
        className={styles.cover}
        style={
          picture === ''
            ? undefined
            : {
                backgroundImage: `url("${picture}")`,
                backgroundSize: `${pack.columns * 100}% ${pack.rows * 100}%`,
              }
        }
        aria-hidden="true"
      />
      <span className={styles.words}>
        <b className="clip" title={name}>
          {name}
        </b>
        <span className="muted small clip">
          {t('packs.facts', {
            fills: t(`packs.fills.${pack.fills}`),
            size: number(Math.ceil(pack.bytes / 1024)),
          })}
        </span>
      </span>
    </PickRow>
  );
}

/** Space of the preview (px): the upright page of the overlay. */
const SPACE = { width: 270, height: 480 };
const PAGE = { width: 1080, height: 1920 };

/** A pack as viewers see it, with a sample show that runs through all levels. */
function PackPreview({ pack, onClose }: { pack: HostPack; onClose(): void }) {
  const { t } = useTranslation();
  const { language } = useFormat();
  const page = useOverlayPage();
  const options = withPack(plainOptions('effects', language), pack);
  return (
    <Modal title={packName(pack, language)} onClose={onClose}>
      <div className={styles.preview}>
        {page === null ? (
          <p className="muted">{t('packs.noPreview')}</p>
        ) : (
          <PageFrame
            address={sampleAddress(page, options)}
            title={t('presetEditor.effectPreview')}
            size={PAGE}
            scale={fitScale(PAGE, SPACE)}
            backdrop="video"
          />
        )}
        <p className="muted small">{t(`packs.choose.${pack.fills}`)}</p>
        <PackSoundButtons pack={pack} />
      </div>
    </Modal>
  );
}

/** Previews are silent, so each sound has a button. */
function PackSoundButtons({ pack }: { pack: HostPack }) {
  const { t } = useTranslation();
  const ringside = useRingside();
  const sounds = packCues.flatMap((cue) => {
    const file = pack.sounds[cue];
    return file === undefined ? [] : [{ cue, file }];
  });
  if (sounds.length === 0) return null;
  const tryOut = (file: string) =>
    soundPlayerOf(ringside)
      .tryOut(file, soundSettingsSchema.parse({}).volume)
      .catch(() => ringside.showProblem({ code: 'sound.invalid' }));
  return (
    <>
      <div className={styles.sounds}>
        {sounds.map(({ cue, file }) => (
          <Button
            key={cue}
            small
            look="outlined"
            icon="volume-up"
            label={t(`packs.sound.${cue}`)}
            onClick={() => void tryOut(file)}
          />
        ))}
      </div>
      <p className="muted small">{t('packs.sounds')}</p>
    </>
  );
}

function withPack(options: WidgetOptions, { id, fills }: HostPack): WidgetOptions {
  if (options.kind !== 'effects') return options;
  return { ...options, [fills === 'line' ? 'lines' : fills]: packIdSchema.parse(id) };
}
