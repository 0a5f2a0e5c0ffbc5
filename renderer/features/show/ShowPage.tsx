import '#renderer/kit/styles/anchors.css';
import '#renderer/kit/styles/deck.css';
import '#renderer/kit/styles/home.css';
import { useTitle } from '#renderer/kit/i18n/useTitle.ts';
import { PresetPanel } from './preset/PresetPanel.tsx';
import { Deck } from './room/Deck.tsx';
import { useAskedRehearsal } from './room/useAskedRehearsal.ts';
import { ShowPanels } from './ShowPanels.tsx';
import { Stage } from './stage/Stage.tsx';

/** The show at a glance: who leads, what comes in, who gives, and what to do next. */
export default function ShowPage() {
  useTitle('tab.home');
  useAskedRehearsal();
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
