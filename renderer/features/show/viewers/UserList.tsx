import { InputText } from 'primereact/inputtext';
import { memo, useDeferredValue, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { useRingside, useShow, useShowPhase, useSums } from '#renderer/data/hooks.ts';
import { chordLabel } from '#renderer/data/keys/chord.ts';
import { anchorChords } from '#renderer/data/keys/keyMap.ts';
import { htmlLang } from '#renderer/kit/i18n/i18n.ts';
import { useFormat } from '#renderer/kit/i18n/useFormat.ts';
import { useKey, useKeyMap } from '#renderer/kit/keys/useKey.ts';
import { RowMenuButton, VirtualList, type VirtualListHandle } from '#renderer/kit/list/VirtualList.tsx';
import { Button } from '#renderer/kit/ui/Button.tsx';
import { Panel } from '#renderer/kit/ui/Panel.tsx';
import { EmptyState } from '#renderer/kit/ui/placeholders.tsx';
import { Select } from '#renderer/kit/ui/Select.tsx';
import { effectiveBinding, nicknameOf, restingBinding } from '#shared/game/selectors.ts';
import type { GameState } from '#shared/game/state.ts';
import { EmptyList } from '../EmptyList.tsx';
import { useAnchors } from '../ledger/moveTargets.ts';
import styles from './UserList.module.css';
import { type BindKey, bindKeyOf, ViewerMenu } from './ViewerMenu.tsx';
import { type OrderedViewers, ViewerFeed } from './viewerFeed.ts';
import { type ViewerFilter, type ViewerSort, viewerSorts } from './viewerOrder.ts';

/** Height of a row (px), the same as in UserList.module.css. */
const ROW_HEIGHT = 30;

/** The panel User List: every viewer who gave a gift, their sums and their binding. */
export function UserList() {
  const { t } = useTranslation();
  const { engine, attempt, keys } = useRingside();
  const { showId } = useShowPhase();
  const anchors = useAnchors();
  const map = useKeyMap();
  const empty = useShow((state) => state.viewers.size === 0);
  const [sort, setSort] = useState<ViewerSort>('votes');
  const [text, setText] = useState('');
  const [binding, setBinding] = useState<ViewerFilter['binding']>('all');
  const wanted = useDeferredValue(text);
  const filter = useMemo(() => ({ text: wanted, binding }), [wanted, binding]);
  const ordered = useViewerFeed(sort, filter);
  const [focus, setFocus] = useState<{ id: string; index: number } | null>(null);
  const [menu, setMenu] = useState<{ viewerId: string; at: { x: number; y: number } } | null>(null);
  const list = useRef<VirtualListHandle>(null);
  useKey('viewers.focus', () => list.current?.focus());

  const count = ordered?.order.length ?? 0;
  // Without a filter, an empty order is outdated (just after a jump in a replay) and not a result.
  const noMatch = ordered !== null && count === 0 && (wanted !== '' || binding !== 'all');
  const idAt = (index: number) => ordered?.viewers[ordered.order[index] ?? -1]?.id;
  const focused = focus === null ? -1 : focusedIndex(focus, count, idAt);

  const act = (viewerId: string, key: BindKey) => {
    const from = engine.state.viewers.get(viewerId)?.manual ?? null;
    if (key.do === 'bind') void attempt('bindings.bind', { viewerId, anchorId: key.anchorId, from });
    else if (key.do === 'unbind') void attempt('bindings.bind', { viewerId, anchorId: null, from });
    else if (key.do === 'pin') {
      const viewer = engine.state.viewers.get(viewerId);
      const pinned = viewer !== undefined && effectiveBinding(engine.state, viewer)?.pinned === true;
      void attempt('bindings.pin', { viewerId, pinned: !pinned });
    }
  };
  const bindings: { value: ViewerFilter['binding']; label: string }[] = [
    { value: 'all', label: t('viewers.filter.all') },
    { value: 'bound', label: t('viewers.bound') },
    { value: 'unbound', label: t('viewers.unbound') },
    ...anchors.map(({ id, nickname }) => ({ value: `anchor:${id}` as const, label: nickname })),
  ];
  const clear = () => {
    setText('');
    setBinding('all');
  };
  return (
    <Panel
      title={t('home.userList')}
      className={styles.viewers}
      body="held"
      badge={<ViewerCount />}
      actions={
        <Select<ViewerSort>
          className={styles.sort}
          label={t('viewers.sort')}
          value={sort}
          options={viewerSorts.map((value) => ({ value, label: t(`viewers.sort.${value}`) }))}
          onChange={setSort}
        />
      }
    >
      <div className={styles.filter}>
        <InputText
          type="search"
          value={text}
          maxLength={100}
          placeholder={t('viewers.filter.text')}
          aria-label={t('viewers.filter.text')}
          onChange={(event) => setText(event.target.value)}
        />
        <Select<ViewerFilter['binding']>
          label={t('viewers.filter.binding')}
          value={binding}
          options={bindings}
          onChange={setBinding}
        />
      </div>
      {empty || showId === null ? (
        <EmptyList icon="users" list="viewers" />
      ) : noMatch ? (
        <EmptyState icon="filter" title={t('viewers.nothing.title')} text={t('viewers.nothing.text')}>
          <Button look="outlined" icon="filter-slash" label={t('viewers.filter.clear')} onClick={clear} />
        </EmptyState>
      ) : (
        <VirtualList
          ref={list}
          label={t('home.userList')}
          scrollKey={`viewers ${showId}`}
          hint={t('viewers.keys', {
            anchors: anchorChords(map),
            none: chordLabel(map['anchor.none']),
            pin: chordLabel(map['viewers.pin']),
          })}
          count={count}
          rowHeight={ROW_HEIGHT}
          focused={focused}
          onFocusRow={(index) => {
            const id = idAt(index);
            if (id !== undefined) setFocus({ id, index });
          }}
          onKey={(event) => {
            const key = bindKeyOf(
              keys.hit(event),
              anchors.map(({ id }) => id),
            );
            if (event.key === 'Escape') setFocus(null);
            if (key === null) return;
            // Elsewhere on the page, these keys assign gifts and pause the show.
            event.preventDefault();
            event.stopPropagation();
            const id = idAt(focused);
            if (id !== undefined && !event.repeat) act(id, key);
          }}
          onMenu={(index, at) => {
            const viewerId = idAt(index);
            if (viewerId !== undefined) setMenu({ viewerId, at });
          }}
          render={(index) => {
            const id = idAt(index);
            return id === undefined ? null : <ViewerLine viewerId={id} />;
          }}
        />
      )}
      {menu !== null && (
        <ViewerMenu {...menu} onKey={(key) => act(menu.viewerId, key)} onClose={() => setMenu(null)} />
      )}
    </Panel>
  );
}

/** The sorted and filtered viewers of the open show; null until they are sorted for the first time. */
function useViewerFeed(sort: ViewerSort, filter: ViewerFilter): OrderedViewers | null {
  const { engine } = useRingside();
  const { language } = useFormat();
  const feed = useMemo(
    () =>
      new ViewerFeed({
        engine,
        sort,
        compareNames: new Intl.Collator(htmlLang[language], { numeric: true }).compare,
        now: () => performance.now(),
        after: (ms, task) => {
          const timer = window.setTimeout(task, ms);
          return () => window.clearTimeout(timer);
        },
      }),
    [engine, sort, language],
  );
  useEffect(() => feed.start(), [feed]);
  useEffect(() => feed.setFilter(filter), [feed, filter]);
  return useSyncExternalStore(feed.subscribe, feed.ordered);
}

/** Number of viewers. A component of its own, so that only it renders with each new viewer. */
function ViewerCount() {
  const format = useFormat();
  const viewers = useSums((state) => state.viewers.size);
  return <span className="count">{format.number(viewers)}</span>;
}

/**
 * Index of the focused viewer. The focus follows a viewer who moved by at most 200 rows; otherwise it stays at its
 * index.
 */
function focusedIndex(
  focus: { id: string; index: number },
  count: number,
  idAt: (index: number) => string | undefined,
): number {
  for (let distance = 0; distance <= 200; distance += 1) {
    if (idAt(focus.index + distance) === focus.id) return focus.index + distance;
    if (idAt(focus.index - distance) === focus.id) return focus.index - distance;
  }
  return Math.min(focus.index, count - 1);
}

const bindingIcons = { automatic: 'gift', manual: 'user-edit', pinned: 'thumbtack' } as const;

/** One viewer: sums and binding. Renders only when this viewer changes. */
const ViewerLine = memo(function ViewerLine({ viewerId }: { viewerId: string }) {
  const { t } = useTranslation();
  const format = useFormat();
  const viewer = useShow((state) => lineOf(state, viewerId));
  if (viewer === null) return null;
  const who = viewer.username === '' ? viewer.name : `${viewer.name} @${viewer.username}`;
  const sums = [
    `${t('viewers.col.gifts')} ${format.number(viewer.count)}`,
    `${t('viewers.col.diamonds')} ${format.number(viewer.diamonds)}`,
    `${t('viewers.col.votes')} ${format.votes(viewer.votesTenths)}`,
  ].join(' · ');
  return (
    <div className={styles.line} data-viewer>
      <span className={`${styles.who} clip`} title={`${who}\n${sums}`}>
        <b>{viewer.name || `@${viewer.username}`}</b>
        {viewer.username !== '' && viewer.name !== '' && (
          <span className="muted small"> @{viewer.username}</span>
        )}
      </span>
      <span className={`${styles.gifts} num`}>{format.number(viewer.count)}</span>
      <span className={`${styles.diamonds} num`}>{format.number(viewer.diamonds)}</span>
      <span className={`${styles.votes} num`}>{format.votes(viewer.votesTenths)}</span>
      {viewer.how === null ? (
        <span
          className={`${styles.bound} muted small`}
          title={viewer.before === '' ? undefined : t('viewers.restsText', { anchor: viewer.before })}
        >
          <span className="clip">
            {viewer.before === '' ? t('viewers.unbound') : t('viewers.rests', { anchor: viewer.before })}
          </span>
        </span>
      ) : (
        <span
          className={viewer.suspended ? `${styles.bound} ${styles.suspended}` : styles.bound}
          title={
            viewer.suspended
              ? t('viewers.suspended')
              : t('viewers.boundTo', { anchor: viewer.anchor, how: t(`viewers.how.${viewer.how}`) })
          }
        >
          <i
            className={`pi pi-${bindingIcons[viewer.how]}`}
            role="img"
            aria-label={t(`viewers.how.${viewer.how}`)}
          />
          <span className="clip">{viewer.anchor}</span>
        </span>
      )}
      <RowMenuButton label={t('viewers.col.binding')} />
    </div>
  );
});

/** Plain values, so that the shallow comparison of `useShow` can skip renders. */
function lineOf(state: GameState, viewerId: string) {
  const viewer = state.viewers.get(viewerId);
  if (viewer === undefined) return null;
  const binding = effectiveBinding(state, viewer);
  const nickname = (id: string | null) => (id === null ? null : nicknameOf(state, id)) ?? '';
  return {
    name: viewer.name,
    username: viewer.username,
    count: viewer.count,
    diamonds: viewer.diamonds,
    votesTenths: viewer.votesTenths,
    anchor: nickname(binding?.anchorId ?? null),
    /** The anchor of a binding that is not in effect now. */
    before: nickname(restingBinding(state, viewer)),
    how: binding === null ? null : binding.pinned ? ('pinned' as const) : binding.how,
    suspended: binding?.suspended ?? false,
  };
}
