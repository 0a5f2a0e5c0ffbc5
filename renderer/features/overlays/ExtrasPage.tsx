import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useParams } from 'react-router-dom';
import { useRingside, useVanillaStore } from '#renderer/data/hooks.ts';
import { useProblemText, useTitle } from '#renderer/kit/i18n/useText.ts';
import { Button } from '#renderer/kit/ui/Button.tsx';
import { Modal } from '#renderer/kit/ui/Modal.tsx';
import { EmptyState } from '#renderer/kit/ui/placeholders.tsx';
import type { OverlayLinkView } from '#shared/contract/calls/overlay.ts';
import type { Problem } from '#shared/contract/error.ts';
import { type WidgetKind, widgetKinds } from '#shared/contract/overlay/widget.ts';
import pageStyles from './ExtrasPage.module.css';
import { KindSketch } from './KindSketch.tsx';
import styles from './Kinds.module.css';
import { LinkList } from './LinkList.tsx';
import { LinkPane } from './LinkPane.tsx';
import { useWidgetsInObs } from './ObsShare.tsx';
import { overlayLinksOf } from './overlayPage.ts';
import { ThemesPane } from './themes/ThemesPane.tsx';
import { useLinkActions } from './useLinkActions.ts';

const none: readonly OverlayLinkView[] = [];
/** Takes the place of a widget's id in the path. */
const THEMES = 'themes';

/** The Extras tab: the avatar workbenches and the widgets for streaming software, each with its editor. */
export default function ExtrasPage() {
  useTitle('tab.extras');
  const { t } = useTranslation();
  const { link: backstage } = useRingside();
  const { links: loaded, problem } = useVanillaStore(overlayLinksOf(backstage), (state) => state);
  const links = loaded ?? none;
  useWidgetsInObs(links);
  const actions = useLinkActions(links);
  const navigate = useNavigate();
  const { linkId } = useParams();
  const [picking, setPicking] = useState(false);
  const isThemes = linkId === THEMES;
  const shown = links.find(({ id }) => id === linkId);
  const isGone = linkId !== undefined && loaded !== null;
  const choose = (id: string) => void navigate(`/tool/extras/${encodeURIComponent(id)}`);
  const make = async (kind: WidgetKind) => {
    setPicking(false);
    const made = await actions.make(kind);
    if (made !== null) choose(made.id);
  };
  return (
    <div
      className={
        shown === undefined && !isThemes ? pageStyles.extras : `${pageStyles.extras} ${pageStyles.withPane}`
      }
    >
      {problem !== null && <OverlayProblem problem={problem} />}
      <LinkList
        links={loaded}
        chosen={isThemes ? THEMES : shown?.id}
        themes={THEMES}
        actions={actions}
        onChoose={choose}
        onMake={() => setPicking(true)}
        onMakeWorkbench={() => void make('workbench')}
      />
      {isThemes ? (
        <ThemesPane onBack={() => void navigate('/tool/extras')} />
      ) : shown === undefined ? (
        <div className={`${pageStyles.pane} ${pageStyles.nothing}`}>
          <EmptyState
            icon="images"
            title={t(
              isGone ? 'widgets.gone' : loaded?.length === 0 ? 'widgets.make' : 'widgets.choose.title',
            )}
            text={t(isGone ? 'widgets.gone.text' : 'widgets.choose.text')}
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

/** The problem that keeps all widgets from being shown, with a button that solves it if there is one. */
function OverlayProblem({ problem }: { problem: Problem }) {
  const { t } = useTranslation();
  const { attempt } = useRingside();
  const problemText = useProblemText();
  return (
    <div className={`banner banner--error ${pageStyles.problem}`} role="alert">
      <i className="pi pi-exclamation-triangle" aria-hidden="true" />
      <span className="spread">{problemText(problem)}</span>
      {problem.code === 'overlay.portTaken' && (
        <Button
          small
          look="outlined"
          label={t('widgets.movePort')}
          onClick={() => void attempt('overlay.movePort', {})}
        />
      )}
    </div>
  );
}

/**
 * Asks which kind of widget to make. The cards are native buttons: PrimeReact's Button has a single line, and the card
 * has a drawing and two lines.
 */
function KindPicker({ onChoose, onClose }: { onChoose(kind: WidgetKind): void; onClose(): void }) {
  const { t } = useTranslation();
  return (
    <Modal title={t('widgets.make')} onClose={onClose} wide>
      <ul className={styles.kinds}>
        {widgetKinds.map((kind, place) => (
          <li key={kind}>
            <button
              type="button"
              className={styles.one}
              data-pc-autofocus={place === 0}
              onClick={() => onChoose(kind)}
            >
              <KindSketch kind={kind} />
              <span>
                <b>{t(`widgets.kind.${kind}`)}</b>
                <span className="muted small">{t(`widgets.about.${kind}`)}</span>
              </span>
            </button>
          </li>
        ))}
      </ul>
    </Modal>
  );
}
