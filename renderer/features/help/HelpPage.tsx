import { InputText } from 'primereact/inputtext';
import { useDeferredValue, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { keyGroups } from '#renderer/data/keys/actions.ts';
import { chordLabel } from '#renderer/data/keys/chord.ts';
import { anchorChords } from '#renderer/data/keys/keyMap.ts';
import { useText, useTitle } from '#renderer/kit/i18n/useText.ts';
import { useKeyActionName, useKeyMap } from '#renderer/kit/keys/useKey.ts';
import { Button } from '#renderer/kit/ui/Button.tsx';
import { Panel } from '#renderer/kit/ui/Panel.tsx';
import { EmptyState } from '#renderer/kit/ui/placeholders.tsx';
import { errorCodes } from '#shared/contract/error.ts';
import styles from './Help.module.css';
import {
  type FixedKey,
  fixedKeys,
  type KeyLine,
  keyLines,
  matches,
  notices,
  terms,
  topics,
} from './topics.ts';

/** Most messages that a search lists. */
const MOST_MESSAGES = 12;

/**
 * Help: the guide, the glossary and the current keyboard shortcuts, with one search for all three. The search also finds
 * the messages of problems, which say themselves what to do.
 */
export default function HelpPage() {
  const { t } = useTranslation();
  useTitle('tab.help');
  const [text, setText] = useState('');
  const wanted = useDeferredValue(text.trim());
  const map = useKeyMap();
  const words = useKeyActionName();
  const keys = {
    anchors: anchorChords(map),
    none: chordLabel(map['anchor.none']),
    uncount: chordLabel(map['ledger.uncount']),
    attacker: chordLabel(map['side.attacker']),
    defender: chordLabel(map['side.defender']),
    undo: chordLabel(map['ledger.undo']),
    redo: chordLabel(map['ledger.redo']),
    ledger: chordLabel(map['ledger.focus']),
    pin: chordLabel(map['viewers.pin']),
    suspend: chordLabel(map['bindings.suspend']),
    line: chordLabel(map['line.switch']),
  };
  const guide = topics
    .map((topic) => ({ topic, title: t(`help.${topic}.title`), text: t(`help.${topic}.text`, keys) }))
    .filter(({ title, text: paragraphs }) => matches(wanted, [title, paragraphs]));
  const glossary = terms
    .map((term) => ({ term, name: t(`help.term.${term}`), meaning: t(`help.def.${term}`) }))
    .filter(({ name, meaning }) => matches(wanted, [name, meaning]));
  const lines = keyLines(map, words, t('key.anchors')).filter(({ label, name }) =>
    matches(wanted, [label, name]),
  );
  const fixed = fixedKeys.filter(({ label, text: key }) => matches(wanted, [label, t(`help.fixed.${key}`)]));
  const messages = useMessages(wanted);
  const nothing = guide.length + glossary.length + lines.length + fixed.length + messages.length === 0;

  return (
    <div className={styles.help}>
      <div className={styles.search}>
        <i className="pi pi-search" aria-hidden="true" />
        <InputText
          type="search"
          value={text}
          maxLength={100}
          placeholder={t('help.search')}
          aria-label={t('help.search')}
          onChange={(event) => setText(event.target.value)}
        />
      </div>
      {nothing && (
        <EmptyState icon="search" title={t('help.nothing.title')} text={t('help.nothing.text')}>
          <Button look="outlined" label={t('help.clear')} onClick={() => setText('')} />
        </EmptyState>
      )}
      <div className={styles.columns}>
        {guide.length > 0 && (
          <Panel title={t('help.guide')} body="padded" className={styles.guide}>
            {guide.map((chapter) => (
              <article key={chapter.topic} className={styles.chapter}>
                <h3>{chapter.title}</h3>
                {chapter.text.split('\n').map((paragraph) => (
                  <p key={paragraph}>{paragraph}</p>
                ))}
              </article>
            ))}
          </Panel>
        )}
        {glossary.length > 0 && (
          <Panel
            title={t('help.words')}
            body="padded"
            className={styles.words}
            badge={<span className="count">{glossary.length}</span>}
          >
            <dl className={styles.terms}>
              {glossary.map(({ term, name, meaning }) => (
                <div key={term}>
                  <dt>{name}</dt>
                  <dd>{meaning}</dd>
                </div>
              ))}
            </dl>
          </Panel>
        )}
        {lines.length + fixed.length > 0 && <KeyTable lines={lines} fixed={fixed} />}
        {messages.length > 0 && (
          <Panel title={t('help.messages')} body="padded" className={styles.messages}>
            <ul>
              {messages.map((message) => (
                <li key={message}>{message}</li>
              ))}
            </ul>
          </Panel>
        )}
      </div>
    </div>
  );
}

/** The messages of problems and banners that contain the words of the search; none without a search. */
function useMessages(wanted: string): string[] {
  const text = useText();
  if (wanted === '') return [];
  const all = [...errorCodes.map((code) => `error.${code}`), ...notices].map((key) =>
    text({ key }).replaceAll(/\{\{\w+\}\}/g, '…'),
  );
  return [...new Set(all)].filter((message) => matches(wanted, [message])).slice(0, MOST_MESSAGES);
}

/** Lists the keyboard shortcuts by group. */
export function KeyTable({ lines, fixed }: { lines: readonly KeyLine[]; fixed: readonly FixedKey[] }) {
  const { t } = useTranslation();
  return (
    <Panel
      title={t('help.keys')}
      body="padded"
      className={styles.keys}
      actions={
        <Link className="link" to="/tool/setting#keys">
          {t('help.keysChange')}
        </Link>
      }
    >
      <p className={`muted ${styles.note}`}>{t('help.keysText')}</p>
      <div className={styles.groups}>
        {keyGroups.map((group) => {
          const members = lines.filter((line) => line.group === group);
          if (members.length === 0) return null;
          return (
            <section key={group}>
              <h3>{t(`help.keys.${group}`)}</h3>
              <ul>
                {members.map(({ action, label, name }) => (
                  <li key={action}>
                    <kbd className="key">{label}</kbd>
                    {name}
                  </li>
                ))}
              </ul>
            </section>
          );
        })}
        {fixed.length > 0 && (
          <section className={styles.fixed}>
            <h3>{t('help.keys.fixed')}</h3>
            <ul>
              {fixed.map(({ label, text }) => (
                <li key={text}>
                  <kbd className="key">{label}</kbd>
                  {t(`help.fixed.${text}`)}
                </li>
              ))}
            </ul>
          </section>
        )}
      </div>
    </Panel>
  );
}
