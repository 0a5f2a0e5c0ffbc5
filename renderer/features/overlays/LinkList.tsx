import { useTranslation } from 'react-i18next';
import { useFormat } from '#renderer/kit/i18n/useFormat.ts';
import { Button } from '#renderer/kit/ui/Button.tsx';
import { Panel } from '#renderer/kit/ui/Panel.tsx';
import { DeletedLine, PickRow, RowTool } from '#renderer/kit/ui/PickRow.tsx';
import { EmptyState, Skeleton } from '#renderer/kit/ui/placeholders.tsx';
import type { OverlayLinkView } from '#shared/contract/calls/overlay.ts';
import styles from './ExtrasPage.module.css';
import { KindSketch } from './KindSketch.tsx';
import { useOpenPages } from './overlayPage.ts';
import { PackList } from './PackList.tsx';
import { useHostThemes } from './themes/hostThemes.ts';
import type { LinkActions } from './useLinkActions.ts';

export interface LinkListProps {
  /** Null until they are loaded. */
  links: readonly OverlayLinkView[] | null;
  chosen: string | undefined;
  /** What is chosen for the host's themes. */
  themes: string;
  actions: LinkActions;
  onChoose(id: string): void;
  onMake(): void;
  onMakeWorkbench(): void;
}

/** The list of the avatar workbenches and of the other widgets. */
export function LinkList(props: LinkListProps) {
  const { links: loaded, chosen, themes, actions, onChoose, onMake, onMakeWorkbench } = props;
  const { t } = useTranslation();
  const ownThemes = useHostThemes();
  const { number } = useFormat();
  const links = loaded ?? [];
  const benches = links.filter(({ options }) => options.kind === 'workbench');
  const others = links.filter(({ options }) => options.kind !== 'workbench');
  const row = (link: OverlayLinkView) => (
    <Row
      key={link.id}
      link={link}
      chosen={link.id === chosen}
      onChoose={() => onChoose(link.id)}
      onCopy={() => void actions.copyAddress(link)}
      onRemove={() => void actions.remove(link)}
    />
  );
  return (
    <Panel
      title={t('tab.extras')}
      className={styles.list}
      badge={loaded !== null && <span className="count">{number(links.length)}</span>}
      actions={
        <Button
          small
          look={chosen === undefined ? 'filled' : 'outlined'}
          icon="plus"
          label={t('widgets.make')}
          onClick={onMake}
        />
      }
    >
      {/* No row has its place before all are loaded: a click must not land on another row. */}
      {loaded === null ? (
        <Skeleton className={styles.wait} />
      ) : (
        <>
          <h3 className={styles.part}>{t('widgets.kind.workbench')}</h3>
          {benches.length === 0 ? (
            <div className={styles.bench}>
              <p className="muted small">{t('widgets.about.workbench')}</p>
              <Button
                small
                look="outlined"
                icon="users"
                label={t('workbench.make')}
                onClick={onMakeWorkbench}
              />
            </div>
          ) : (
            <ul>{benches.map(row)}</ul>
          )}
          <h3 className={styles.part}>{t('widgets.title')}</h3>
          {others.length === 0 ? (
            <EmptyState icon="images" title={t('widgets.empty.title')} text={t('widgets.empty.text')} />
          ) : (
            <ul>{others.map(row)}</ul>
          )}
          <h3 className={styles.part}>{t('widgets.part.look')}</h3>
          <ul>
            <PickRow chosen={chosen === themes} onChoose={() => onChoose(themes)} tools={null}>
              <i className={`pi pi-palette ${styles.sign}`} aria-hidden="true" />
              <span className={styles.words}>
                <b>{t('themes.title')}</b>
              </span>
              <span className="count">{number(ownThemes.length)}</span>
            </PickRow>
          </ul>
        </>
      )}
      {actions.deleted !== null && (
        <DeletedLine
          text={t('live.deleted', { name: actions.deleted.name })}
          restoreLabel={t('live.restore')}
          onRestore={() => void actions.restore()}
        />
      )}
      <PackList />
    </Panel>
  );
}

interface RowProps {
  link: OverlayLinkView;
  chosen: boolean;
  onChoose(): void;
  onCopy(): void;
  onRemove(): void;
}

function Row({ link, chosen, onChoose, onCopy, onRemove }: RowProps) {
  const { t } = useTranslation();
  const { number } = useFormat();
  const { name, options } = link;
  const open = useOpenPages(link);
  const kind = t(`widgets.kind.${options.kind}`);
  return (
    <PickRow
      chosen={chosen}
      onChoose={onChoose}
      tools={
        <>
          <RowTool icon="copy" label={t('widgets.copyOf', { name })} onClick={onCopy} />
          <RowTool icon="trash" label={t('live.delete', { name })} onClick={onRemove} />
        </>
      }
    >
      <KindSketch kind={options.kind} size={26} />
      <span className={styles.words}>
        <b className="clip" title={name}>
          {name}
        </b>
        <span className="muted small clip">
          {open > 0 && (
            <b className={styles.open}>{t('widgets.open', { count: open, shown: number(open) })}</b>
          )}
          {name !== kind && kind}
        </span>
      </span>
    </PickRow>
  );
}
