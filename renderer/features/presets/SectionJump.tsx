import { type RefObject, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { ruleSections } from './ruleSections.ts';

/** Buttons that bring a part of the long form into sight. `within` holds the form. */
export function SectionJump({ within }: { within: RefObject<HTMLElement | null> }) {
  const { t } = useTranslation();
  const sections = useMemo(
    () => [
      { id: 'anchors', label: t('presetEditor.anchors') },
      { id: 'gameplay', label: t('presetEditor.gameplay') },
      { id: 'score', label: t('presetEditor.counting') },
      ...ruleSections.map(({ id }) => ({ id, label: t(`presetEditor.section.${id}`) })),
    ],
    [t],
  );
  return (
    <nav className="jump" aria-label={t('presetEditor.jump')}>
      {sections.map(({ id, label }) => (
        <button
          key={id}
          type="button"
          className="jump__to"
          onClick={() =>
            within.current
              ?.querySelector(`[data-section="${id}"]`)
              ?.scrollIntoView({ block: 'start', behavior: 'instant' })
          }
        >
          {label}
        </button>
      ))}
    </nav>
  );
}
