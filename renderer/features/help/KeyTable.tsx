import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { keyGroups } from '#renderer/data/keys/actions.ts';
import { Panel } from '#renderer/kit/ui/Panel.tsx';
import styles from './Help.module.css';
import type { FixedKey, KeyLine } from './keyLines.ts';

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
