import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useRingside } from '#renderer/data/hooks.ts';
import { problemOf } from '#renderer/data/ringside.ts';
import { Button } from '#renderer/kit/ui/Button.tsx';
import { RenameDialog } from '#renderer/kit/ui/Modal.tsx';
import { Select } from '#renderer/kit/ui/Select.tsx';
import type { Problem } from '#shared/contract/error.ts';
import { type NamedSeason, namedSeasonSchema, type Period } from '#shared/contract/season.ts';
import styles from './ReportPage.module.css';

/** Returns the function that stores a season; it resolves to the problem, or null. */
function usePutSeason(): (season: NamedSeason) => Promise<Problem | null> {
  const { call } = useRingside();
  const client = useQueryClient();
  return async (season) => {
    try {
      await call('season.put', { season });
      await client.invalidateQueries({ queryKey: ['shows', 'seasons'] });
      return null;
    } catch (error) {
      return problemOf(error);
    }
  };
}

/** Names the period on screen. */
export function NameSeason({ period, onNamed }: { period: Period; onNamed(season: NamedSeason): void }) {
  const { t } = useTranslation();
  const put = usePutSeason();
  const [naming, setNaming] = useState(false);
  const save = async (name: string) => {
    const season = { id: crypto.randomUUID(), name, period };
    const problem = await put(season);
    if (problem === null) onNamed(season);
    return problem;
  };
  return (
    <>
      <Button
        small
        look="outlined"
        icon="bookmark"
        label={t('season.nameIt')}
        onClick={() => setNaming(true)}
      />
      {naming && (
        <RenameDialog
          title={t('season.nameIt')}
          label={t('season.name')}
          help={t('season.nameHint')}
          name=""
          schema={namedSeasonSchema.shape.name}
          onRename={save}
          onClose={() => setNaming(false)}
        />
      )}
    </>
  );
}

export interface NamedSeasonsProps {
  seasons: readonly NamedSeason[];
  /** The id of the chosen season. */
  chosen: string;
  onChoose(season: NamedSeason): void;
}

/** Chooses a named season, renames it, and deletes it with an undo. */
export function NamedSeasons({ seasons, chosen, onChoose }: NamedSeasonsProps) {
  const { t } = useTranslation();
  const { attempt, showProblem } = useRingside();
  const client = useQueryClient();
  const put = usePutSeason();
  const [renaming, setRenaming] = useState(false);
  const [deleted, setDeleted] = useState<NamedSeason | null>(null);
  const season = seasons.find(({ id }) => id === chosen);
  const remove = async (gone: NamedSeason) => {
    if ((await attempt('season.delete', { id: gone.id })) === null) return;
    setDeleted(gone);
    const next = seasons.find(({ id }) => id !== gone.id);
    if (next !== undefined) onChoose(next);
    await client.invalidateQueries({ queryKey: ['shows', 'seasons'] });
  };
  const restore = async (back: NamedSeason) => {
    const problem = await put(back);
    if (problem !== null) return showProblem(problem);
    setDeleted(null);
    onChoose(back);
  };
  return (
    <div className={styles.filters}>
      {season !== undefined && (
        <>
          <Select
            label={t('season.name')}
            value={season.id}
            options={seasons.map(({ id, name }) => ({ value: id, label: name }))}
            onChange={(id) => {
              const next = seasons.find((each) => each.id === id);
              if (next !== undefined) onChoose(next);
            }}
          />
          <Button
            small
            look="outlined"
            icon="pencil"
            ariaLabel={t('season.rename', { name: season.name })}
            onClick={() => setRenaming(true)}
          />
          <Button
            small
            look="outlined"
            icon="trash"
            ariaLabel={t('season.delete', { name: season.name })}
            onClick={() => void remove(season)}
          />
        </>
      )}
      {deleted !== null && (
        <span role="status">
          {t('season.deleted', { name: deleted.name })}{' '}
          <Button
            small
            look="outlined"
            icon="undo"
            label={t('report.restore')}
            onClick={() => void restore(deleted)}
          />
        </span>
      )}
      {renaming && season !== undefined && (
        <RenameDialog
          title={t('season.rename', { name: season.name })}
          label={t('season.name')}
          name={season.name}
          schema={namedSeasonSchema.shape.name}
          onRename={(name) => put({ ...season, name })}
          onClose={() => setRenaming(false)}
        />
      )}
    </div>
  );
}
