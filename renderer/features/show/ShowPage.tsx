import '#renderer/kit/styles/anchors.css';
import '#renderer/kit/styles/deck.css';
import '#renderer/kit/styles/home.css';
import { useTitle } from '#renderer/kit/i18n/useTitle.ts';
import { PresetPanel } from './panels/PresetPanel.tsx';
import { ShowPanels } from './panels/ShowPanels.tsx';
import { Deck } from './room/Deck.tsx';
import { useRequestedRehearsal } from './room/Rehearsal.tsx';
import { Stage } from './stage/Stage.tsx';

/** The Homepage: the controls, the stage and the panels of the show. */
export default function ShowPage() {
  useTitle('tab.home');
  useRequestedRehearsal();
  return (
    <div className="home">
      <Deck />
      <Stage />
      <ShowPanels>
        <PresetPanel />
      </ShowPanels>
    </div>
  );
}
