import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { useShow } from '#renderer/data/hooks.ts';
import { useFormat } from '#renderer/kit/i18n/useFormat.ts';
import { RowMenuButton } from '#renderer/kit/list/VirtualList.tsx';
import { effectiveBinding, nicknameOf, restingBinding } from '#shared/game/selectors.ts';
import type { GameState } from '#shared/game/state.ts';
import styles from './UserList.module.css';

const bindingIcons = { automatic: 'gift', manual: 'user-edit', pinned: 'thumbtack' } as const;

/** One viewer: sums and binding. Renders only when this viewer changes. */
export const ViewerLine = memo(function ViewerLine({ viewerId }: { viewerId: string }) {
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
