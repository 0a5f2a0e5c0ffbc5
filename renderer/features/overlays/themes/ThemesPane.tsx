import { useCallback, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useRingside } from '#renderer/data/hooks.ts';
import { problemOf } from '#renderer/data/ringside.ts';
import { SelectField } from '#renderer/kit/form/fields.tsx';
import { Button } from '#renderer/kit/ui/Button.tsx';
import { saveFile, useFilePicker } from '#renderer/kit/ui/files.tsx';
import { Panel } from '#renderer/kit/ui/Panel.tsx';
import { DeletedLine, PickRow, RowTool } from '#renderer/kit/ui/PickRow.tsx';
import { EmptyState } from '#renderer/kit/ui/placeholders.tsx';
import { type Language, languageSchema } from '#shared/contract/language.ts';
import { type HostTheme, logoKinds, lookSchema } from '#shared/contract/overlay/look.ts';
import { widgetOptionsSchema } from '#shared/contract/overlay/widget.ts';
import pageStyles from '../ExtrasPage.module.css';
import { fitScale, sampleAddress, useInnerSize, useOverlayPage } from '../overlayPage.ts';
import { PageFrame } from '../PageFrame.tsx';
import { useHostThemes } from './hostThemes.ts';
import { ThemeForm } from './ThemeForm.tsx';
import styles from './ThemesPane.module.css';
import { importTheme, writeThemeFile } from './themeFile.ts';

/** The host's themes: their list, and the form of the chosen one with a preview. */
export function ThemesPane({ onBack }: { onBack(): void }) {
  const { t, i18n } = useTranslation();
  const ringside = useRingside();
  const { call, attempt, showProblem, toasts } = ringside;
  const themes = useHostThemes();
  const [wanted, setWanted] = useState<string | null>(null);
  const [deleted, setDeleted] = useState<HostTheme | null>(null);
  const [busy, setBusy] = useState(false);
  const chosen = themes.find(({ id }) => id === wanted) ?? themes[0];
  const make = async () => {
    const draft = { name: t('themes.new'), base: 'plate' as const, look: lookSchema.parse({}) };
    const made = await attempt('themes.create', draft);
    if (made !== null) setWanted(made.theme.id);
  };
  const take = async (file: File) => {
    setBusy(true);
    try {
      const { id, name } = await importTheme(file, call);
      setWanted(id);
      toasts.getState().add({ severity: 'success', summary: { key: 'themes.imported', params: { name } } });
    } catch (error) {
      showProblem(problemOf(error));
    } finally {
      setBusy(false);
    }
  };
  const share = async (theme: HostTheme) => {
    try {
      const text = await writeThemeFile(theme, call);
      saveFile(
        `${fileNameOf(theme.name)}.ringside-theme.json`,
        new Blob([text], { type: 'application/json' }),
      );
    } catch (error) {
      showProblem(problemOf(error));
    }
  };
  const remove = async (theme: HostTheme) => {
    if ((await attempt('themes.delete', { id: theme.id })) !== null) setDeleted(theme);
  };
  const restore = async (theme: HostTheme) => {
    if ((await attempt('themes.restore', { id: theme.id })) === null) return;
    setDeleted(null);
    setWanted(theme.id);
  };
  const picker = useFilePicker({
    label: t('themes.import'),
    accept: '.json,application/json',
    onFile: (file) => void take(file),
  });
  return (
    <Panel
      title={t('themes.title')}
      className={pageStyles.pane}
      body="held"
      actions={
        <>
          <span className={pageStyles.back}>
            <Button small look="text" icon="arrow-left" label={t('widgets.back')} onClick={onBack} />
          </span>
          <Button
            small
            look="outlined"
            icon="upload"
            label={t('themes.import')}
            busy={busy}
            onClick={picker.open}
          />
          {picker.input}
          <Button small icon="plus" label={t('themes.add')} onClick={() => void make()} />
        </>
      }
    >
      <ThemeEditor
        key={chosen?.id ?? ''}
        theme={chosen}
        language={languageSchema.catch('en').parse(i18n.language)}
        list={
          <>
            {themes.length === 0 && (
              <EmptyState icon="palette" title={t('themes.empty.title')} text={t('themes.empty.text')} />
            )}
            <ul className={styles.list} aria-label={t('themes.title')}>
              {themes.map((theme) => (
                <PickRow
                  key={theme.id}
                  chosen={theme === chosen}
                  onChoose={() => setWanted(theme.id)}
                  tools={
                    <>
                      <RowTool
                        icon="download"
                        label={t('themes.export', { name: theme.name })}
                        onClick={() => void share(theme)}
                      />
                      <RowTool
                        icon="trash"
                        label={t('live.delete', { name: theme.name })}
                        onClick={() => void remove(theme)}
                      />
                    </>
                  }
                >
                  <Swatch theme={theme} />
                  <span className={pageStyles.words}>
                    <b className="clip">{theme.name}</b>
                    <span className="muted small clip">{t(`widgets.theme.${theme.base}`)}</span>
                  </span>
                </PickRow>
              ))}
            </ul>
            {deleted !== null && (
              <DeletedLine
                text={t('live.deleted', { name: deleted.name })}
                restoreLabel={t('live.restore')}
                onRestore={() => void restore(deleted)}
              />
            )}
          </>
        }
      />
    </Panel>
  );
}

/** The plate and the sides of a theme in one small square. */
function Swatch({ theme: { look } }: { theme: HostTheme }) {
  const { plate, attacker, defender, accent } = look.colours;
  const shown = [plate, accent, attacker, defender].filter((colour) => colour !== null);
  const stops = shown.map((colour, place) => {
    const [from, to] = [place, place + 1].map((at) => `${(at / shown.length) * 100}%`);
    return `${colour} ${from} ${to}`;
  });
  const background = stops.length === 0 ? undefined : `linear-gradient(135deg, ${stops.join(', ')})`;
  return <span className={styles.swatch} style={{ background }} />;
}

/** Characters that no file system takes. */
const fileNameOf = (name: string): string => name.replaceAll(/[\\/:*?"<>|\p{Cc}]+/gu, '-').slice(0, 60);

/** The delay between a change and its saving (ms). Later changes restart it. */
const SAVE_DELAY_MS = 300;

interface ThemeEditorProps {
  /** Undefined without a theme. */
  theme: HostTheme | undefined;
  language: Language;
  list: React.ReactNode;
}

function ThemeEditor({ theme, language, list }: ThemeEditorProps) {
  const { t } = useTranslation();
  const [kind, setKind] = useState<(typeof logoKinds)[number]>('pkBar');
  const [draft, setDraft] = useState(theme);
  const page = useOverlayPage();
  const { ref, size: space } = useInnerSize();
  const size = { width: 1080, height: 1080 };
  const frame = { language, theme: draft?.base, look: draft?.look ?? null };
  return (
    <div className={pageStyles.edit}>
      <section className={pageStyles.preview} aria-label={t('widgets.preview')}>
        <SelectField
          label={t('themes.previewAs')}
          value={kind}
          options={logoKinds.map((value) => ({ value, label: t(`widgets.kind.${value}`) }))}
          onChange={(value) => setKind(logoKinds.find((each) => each === value) ?? kind)}
        />
        <div className={pageStyles.room} ref={ref}>
          {page !== null && (
            <PageFrame
              address={sampleAddress(page, widgetOptionsSchema.parse({ kind, frame }))}
              title={t('widgets.preview')}
              size={size}
              scale={fitScale(size, space)}
              backdrop="video"
            />
          )}
        </div>
      </section>
      <div className={pageStyles.options}>
        {list}
        {theme !== undefined && <SavedForm theme={theme} onDraft={setDraft} />}
      </div>
    </div>
  );
}

/** The form of a theme, which saves each change. A change of somebody else replaces what it shows. */
function SavedForm({ theme, onDraft }: { theme: HostTheme; onDraft(theme: HostTheme): void }) {
  const { call, showProblem } = useRingside();
  /** The version that this form shows or has saved. */
  const known = useRef(theme);
  const waiting = useRef<HostTheme | null>(null);
  const saving = useRef(false);
  const timer = useRef<number | undefined>(undefined);
  const newest = useRef(theme);
  newest.current = theme;
  const [version, setVersion] = useState(0);
  const show = useCallback(
    (next: HostTheme) => {
      known.current = next;
      waiting.current = null;
      onDraft(next);
      setVersion((before) => before + 1);
    },
    [onDraft],
  );
  const save = useCallback(async (): Promise<void> => {
    window.clearTimeout(timer.current);
    const next = waiting.current;
    if (next === null || saving.current) return;
    saving.current = true;
    waiting.current = null;
    try {
      const { changedAt } = known.current;
      known.current = (await call('themes.save', { theme: { ...next, changedAt } })).theme;
    } catch (error) {
      showProblem(problemOf(error));
      show(newest.current);
    }
    saving.current = false;
    void save();
  }, [call, showProblem, show]);
  useEffect(() => {
    const isOurs = saving.current || waiting.current !== null || theme.changedAt <= known.current.changedAt;
    if (!isOurs) show(theme);
  }, [theme, show]);
  useEffect(() => () => void save(), [save]);
  const change = useCallback(
    (next: HostTheme | null) => {
      if (next === null) return;
      onDraft(next);
      waiting.current = next;
      window.clearTimeout(timer.current);
      timer.current = window.setTimeout(() => void save(), SAVE_DELAY_MS);
    },
    [onDraft, save],
  );
  return <ThemeForm key={version} theme={known.current} onChange={change} />;
}
