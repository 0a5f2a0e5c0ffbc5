import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useRingside } from '#renderer/data/hooks.ts';
import type { AnchorDraft } from '#renderer/data/presets/presetForm.ts';
import { problemOf } from '#renderer/data/ringside.ts';
import { TextField } from '#renderer/kit/form/fields.tsx';
import { useFormat } from '#renderer/kit/i18n/useFormat.ts';
import { Face, useAnchorFacts } from '#renderer/kit/ui/Face.tsx';
import { useFilePicker } from '#renderer/kit/ui/files.tsx';
import { readPicture } from '#renderer/kit/ui/readPicture.ts';
import { type AnchorFacts, accountKey } from '#shared/contract/anchors.ts';
import type { Problem } from '#shared/contract/error.ts';
import { presetLimits } from '#shared/contract/preset.ts';
import styles from './AnchorFields.module.css';
import { GiftAndTime } from './GameplayFields.tsx';

export interface AnchorFieldsProps {
  anchor: AnchorDraft;
  place: number;
  /** Whether anchors take turns, so that each turn has a length. */
  turns: boolean;
  /** Looks up the account when the row appears. */
  looks: boolean;
  problemAt(field: string): Problem | undefined;
  usedBy: ReadonlyMap<number, string>;
  /** Changes the anchor with a function of its current fields: a look-up ends while the host types in other fields. */
  onChange(change: (anchor: AnchorDraft) => AnchorDraft): void;
}

/** The fields of one anchor: picture, nickname, account, exclusive gift and, in freestyle, the length of its turn. */
export function AnchorFields(props: AnchorFieldsProps) {
  const { anchor, place, turns, looks, problemAt, usedBy, onChange } = props;
  const { t } = useTranslation();
  const set = (part: Partial<AnchorDraft>) => onChange((now) => ({ ...now, ...part }));
  const { username } = anchor;
  const account = useAccount(username, (found) =>
    onChange((now) => {
      if (now.username !== username) return now;
      return {
        ...now,
        userId: found.userId,
        nickname: ownName(now) || found.nickname.slice(0, presetLimits.nickname),
      };
    }),
  );
  const { look } = account;
  const first = useRef(looks ? look : null);
  useEffect(() => {
    first.current?.();
    first.current = null;
  }, []);
  return (
    <>
      <PictureField
        anchor={anchor}
        found={account.facts?.avatar ?? ''}
        name={anchor.nickname || t('presetEditor.unnamed', { place: place + 1 })}
        onChange={(avatar) => set({ avatar })}
      />
      <TextField
        required
        label={t('presetEditor.nickname')}
        mark="nickname"
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
        timed={turns}
        gift={anchor.gift}
        duration={anchor.duration}
        problemAt={problemAt}
        usedBy={usedBy}
        onChange={set}
      />
    </>
  );
}

/** The name that the host chose; '' for none or for one that only repeats the username. */
function ownName({ nickname, username }: AnchorDraft): string {
  return nickname === username ? '' : nickname;
}

/** The result of the look-up, below the username: the account's name and followers, or why the look-up failed. */
function AccountLine({ account }: { account: Account }) {
  const { t } = useTranslation();
  const { number } = useFormat();
  const { facts, busy, problem } = account;
  if (busy) return <span className="muted small">{t('account.looking')}</span>;
  if (problem !== null) {
    return (
      <span className={`${styles.account} ${styles.unknown} small`} role="status">
        {t(problem.code === 'room.noSuchUser' ? 'account.noSuchUser' : 'account.notNow')}
      </span>
    );
  }
  if (facts === undefined) return null;
  return (
    <span className={`${styles.account} muted small`} role="status">
      <i className="pi pi-check" aria-hidden="true" />
      <span className={styles.accountName}>{facts.nickname}</span>
      <span className={styles.followers}>{t('account.followers', { shown: number(facts.followers) })}</span>
    </span>
  );
}

interface Account {
  facts: AnchorFacts | undefined;
  busy: boolean;
  problem: Problem | null;
  /** Looks up the account, once per username. A failed look-up can be repeated. */
  look(): void;
}

/** Looks up a typed username on the platform. A failed look-up does not prevent saving. */
function useAccount(username: string, onFound: (facts: AnchorFacts) => void): Account {
  const { call } = useRingside();
  const known = useAnchorFacts(username);
  const [found, setFound] = useState<AnchorFacts | null>(null);
  const [failed, setFailed] = useState<{ key: string; problem: Problem } | null>(null);
  const [asking, setAsking] = useState('');
  const asked = useRef('');
  const key = accountKey(username);
  const look = async () => {
    if (key === '' || asked.current === key) return;
    asked.current = key;
    setAsking(key);
    try {
      const { anchor } = await call('anchors.look', { username });
      setFound(anchor);
      setFailed(null);
      onFound(anchor);
    } catch (error) {
      asked.current = '';
      setFailed({ key, problem: problemOf(error) });
    } finally {
      setAsking((now) => (now === key ? '' : now));
    }
  };
  return {
    facts: found?.username === key ? found : known,
    busy: key !== '' && asking === key,
    problem: failed?.key === key ? failed.problem : null,
    look: () => void look(),
  };
}

interface PictureFieldProps {
  anchor: AnchorDraft;
  /** The picture of the account as looked up; '' for none. */
  found: string;
  name: string;
  onChange(avatar: string): void;
}

/** The anchor's picture: the account's, or a file that the host chooses and can remove again. */
function PictureField({ anchor, found, name, onChange }: PictureFieldProps) {
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
    <div className={styles.picture}>
      <button
        type="button"
        className={styles.pictureButton}
        aria-busy={busy}
        title={t('picture.hint')}
        onClick={picker.open}
      >
        <Face avatar={anchor.avatar || found} username={anchor.username} name={name} size="large" />
        <span className="only-for-readers">{choose}</span>
        <i className={`pi pi-pencil ${styles.pictureSign}`} aria-hidden="true" />
      </button>
      {anchor.avatar !== '' && (
        <button
          type="button"
          className={`icon-button ${styles.pictureRemove}`}
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
