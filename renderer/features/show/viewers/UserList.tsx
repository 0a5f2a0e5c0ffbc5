import './viewers.css';
import { InputText } from 'primereact/inputtext';
import { useDeferredValue, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useRingside, useShow, useShowPhase, useSums } from '#renderer/data/hooks.ts';
import { chordLabel } from '#renderer/data/keys/chord.ts';
import { anchorChords } from '#renderer/data/keys/keyMap.ts';
import { useFormat } from '#renderer/kit/i18n/useFormat.ts';
import { useKey, useKeyMap } from '#renderer/kit/keys/useKey.ts';
import { Button } from '#renderer/kit/ui/Button.tsx';
import { EmptyState } from '#renderer/kit/ui/EmptyState.tsx';
import { Panel } from '#renderer/kit/ui/Panel.tsx';
import { Select } from '#renderer/kit/ui/Select.tsx';
import { effectiveBinding } from '#shared/game/selectors.ts';
import { useAnchors } from '../ledger/useTargetName.ts';
import { VirtualList, type VirtualListHandle } from '../ledger/VirtualList.tsx';
import { NothingYet } from '../NothingYet.tsx';
import { type BindKey, bindKeyOf } from './bindKeys.ts';
import { useViewerFeed } from './useViewerFeed.ts';
import { ViewerLine } from './ViewerLine.tsx';
import { ViewerMenu } from './ViewerMenu.tsx';
import { type ViewerFilter, type ViewerSort, viewerSorts } from './viewerOrder.ts';

/** Height of a row in px, as in viewers.css. */
const ROW = 30;

/** User List: everyone who gave, what, and whom they are bound to. */
export function UserList() {
  const { t } = useTranslation();
  const { engine, attempt, keys } = useRingside();
  const { showId } = useShowPhase();
  const anchors = useAnchors();
  const map = useKeyMap();
  const nobody = useShow((state) => state.viewers.size === 0);
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
  // Right after a jump in a replay the order is still that of before, and nothing has been filtered out.
  const nothing = ordered !== null && count === 0 && (wanted !== '' || binding !== 'all');
  const idAt = (index: number) => ordered?.viewers[ordered.order[index] ?? -1]?.id;
  const focused = focus === null ? -1 : placeOf(focus, count, idAt);

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
      className="viewers"
      body="held"
      badge={<Givers />}
      actions={
        <Select<ViewerSort>
          className="viewers__sort"
          ariaLabel={t('viewers.sort')}
          value={sort}
          options={viewerSorts.map((value) => ({ value, label: t(`viewers.sort.${value}`) }))}
          onChange={setSort}
        />
      }
    >
      <div className="viewers__filter">
        <InputText
          type="search"
          value={text}
          maxLength={100}
          placeholder={t('viewers.filter.text')}
          aria-label={t('viewers.filter.text')}
          onChange={(event) => setText(event.target.value)}
        />
        <Select<ViewerFilter['binding']>
          ariaLabel={t('viewers.filter.binding')}
          value={binding}
          options={bindings}
          onChange={setBinding}
        />
      </div>
      {nobody || showId === null ? (
        <NothingYet icon="users" list="viewers" />
      ) : nothing ? (
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
          rowHeight={ROW}
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
            // Elsewhere on the page these keys assign gifts and pause the show.
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

/** How many there are; it alone renders with each new one. */
function Givers() {
  const format = useFormat();
  const givers = useSums((state) => state.viewers.size);
  return <span className="count">{format.number(givers)}</span>;
}

/** The focus is on a person: it follows them a little way, and stays in its place when they are gone. */
function placeOf(
  focus: { id: string; index: number },
  count: number,
  idAt: (index: number) => string | undefined,
): number {
  for (let away = 0; away <= 200; away += 1) {
    if (idAt(focus.index + away) === focus.id) return focus.index + away;
    if (idAt(focus.index - away) === focus.id) return focus.index - away;
  }
  return Math.min(focus.index, count - 1);
}
