import { useTranslation } from 'react-i18next';
import { ranking } from '#shared/game/selectors.ts';
import { useShow } from '../../../app/hooks.ts';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { Panel } from '../../../ui/Panel.tsx';
import { AnchorRow } from './AnchorRow.tsx';

/** With more anchors than this the rows become lower, so that twelve of them fit on a small screen. */
const ROOMY = 7;

/** Who leads: the anchors by votes. */
export function AnchorList() {
  const { t } = useTranslation();
  const ids = useShow((state) => ranking(state).map((one) => one.anchorId));
  return (
    <Panel
      title={t('home.anchorList')}
      className="home__anchors"
      badge={ids.length > 0 ? <span className="count">{ids.length}</span> : null}
    >
      {ids.length === 0 ? (
        <EmptyState icon="trophy" title={t('anchors.empty.title')} text={t('anchors.empty.text')} />
      ) : (
        <ol className={ids.length > ROOMY ? 'anchors anchors--dense' : 'anchors'}>
          {ids.map((id) => (
            <AnchorRow key={id} anchorId={id} />
          ))}
        </ol>
      )}
    </Panel>
  );
}
