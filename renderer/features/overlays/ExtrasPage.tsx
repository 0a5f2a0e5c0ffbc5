import '#renderer/kit/styles/setting.css';
import './extras.css';
import './linkRow.css';
import './kinds.css';
import './share.css';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useParams } from 'react-router-dom';
import { useRingside, useVanillaStore } from '#renderer/data/hooks.ts';
import { useTitle } from '#renderer/kit/i18n/useTitle.ts';
import { EmptyState } from '#renderer/kit/ui/EmptyState.tsx';
import type { OverlayLinkView } from '#shared/contract/overlay/link.ts';
import type { WidgetKind } from '#shared/contract/overlay/widget.ts';
import { KindPicker } from './KindPicker.tsx';
import { LinkList } from './LinkList.tsx';
import { LinkPane } from './LinkPane.tsx';
import { OverlayProblem } from './OverlayProblem.tsx';
import { overlayLinksOf } from './overlayLinks.ts';
import { useLinkActions } from './useLinkActions.ts';

const none: readonly OverlayLinkView[] = [];

/** Extras: the avatar workbench and the widgets for streaming software, each with its editor. */
export default function ExtrasPage() {
  useTitle('tab.extras');
  const { t } = useTranslation();
  const { link: backstage } = useRingside();
  const { links: told, problem } = useVanillaStore(overlayLinksOf(backstage), (state) => state);
  const links = told ?? none;
  const actions = useLinkActions(links);
  const navigate = useNavigate();
  const { linkId } = useParams();
  const [picking, setPicking] = useState(false);
  const shown = links.find(({ id }) => id === linkId);
  const choose = (id: string) => void navigate(`/tool/extras/${encodeURIComponent(id)}`);
  const empty = told !== null && told.length === 0;
  const nothing = empty ? 'widgets.make' : 'widgets.choose.title';
  const make = async (kind: WidgetKind) => {
    setPicking(false);
    const made = await actions.make(kind);
    if (made !== null) choose(made.id);
  };
  return (
    <div className={shown === undefined ? 'extras' : 'extras extras--open'}>
      {problem !== null && <OverlayProblem problem={problem} />}
      <LinkList
        links={links}
        chosen={shown?.id}
        actions={actions}
        onChoose={choose}
        onMake={() => setPicking(true)}
        onMakeWorkbench={() => void make('workbench')}
      />
      {shown === undefined ? (
        <div className="extras__pane extras__nothing">
          <EmptyState
            icon="images"
            title={t(linkId === undefined || told === null ? nothing : 'widgets.gone')}
            text={t('widgets.choose.text')}
          />
        </div>
      ) : (
        <LinkPane
          key={shown.id}
          link={shown}
          actions={actions}
          onBack={() => void navigate('/tool/extras')}
        />
      )}
      {picking && <KindPicker onChoose={(kind) => void make(kind)} onClose={() => setPicking(false)} />}
    </div>
  );
}
