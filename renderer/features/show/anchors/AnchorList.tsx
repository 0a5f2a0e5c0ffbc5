import { useTranslation } from 'react-i18next';
import { useSums } from '#renderer/data/hooks.ts';
import { Panel } from '#renderer/kit/ui/Panel.tsx';
import { ranking } from '#shared/game/selectors.ts';
import { NothingYet } from '../NothingYet.tsx';
import { AnchorRow } from './AnchorRow.tsx';

/** With more anchors than this the rows become lower, so that twelve of them fit on a small screen. */
const ROOMY = 7;

/** Who leads: the anchors by votes. */
export function AnchorList() {
  const { t } = useTranslation();
  const all = useSums(ranking);
  const most = all[0]?.votesTenths ?? 0;
  return (
    <Panel
      title={t('home.anchorList')}
      className="home__anchors"
      badge={all.length > 0 ? <span className="count">{all.length}</span> : null}
    >
      {all.length === 0 ? (
        <NothingYet icon="trophy" list="anchors" />
      ) : (
        <ol className={all.length > ROOMY ? 'anchors anchors--dense' : 'anchors'}>
          {all.map((one) => {
            const about = one.anchor ?? one.former;
            return (
              <AnchorRow
                key={one.anchorId}
                rank={one.rank}
                name={about?.nickname ?? t('anchors.gone')}
                gone={one.anchor === null}
                avatar={about?.avatar ?? ''}
                username={about?.username ?? ''}
                giftId={about?.gift?.ids[0] ?? null}
                votesTenths={one.votesTenths}
                gifts={one.count}
                diamonds={one.diamonds}
                share={most === 0 ? 0 : one.votesTenths / most}
              />
            );
          })}
        </ol>
      )}
    </Panel>
  );
}
