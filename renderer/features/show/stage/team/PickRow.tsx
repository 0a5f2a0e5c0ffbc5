import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { type Place, places } from './sides.ts';

export interface PickRowProps {
  name: string;
  /** Knocked out: it cannot play. */
  out: boolean;
  /** One anchor is chosen whose turn it is, instead of two sides. */
  turns: boolean;
  place: Place;
  onPut(place: Place): void;
}

/** Where one anchor stands; arrow keys move between the sides. */
export function PickRow({ name, out, turns, place, onPut }: PickRowProps) {
  const { t } = useTranslation();
  const group = useId();
  const offered = turns ? (['attacker'] as const) : places;
  return (
    <li className={out ? 'pick pick--out' : 'pick'}>
      <span className="pick__name clip" title={name}>
        {name}
      </span>
      {out ? (
        <span className="muted">{t('stage.out')}</span>
      ) : (
        <div className="choice" role="radiogroup" aria-label={name}>
          {offered.map((each) => (
            <label key={each} className={`choice__one choice__one--${each}`}>
              <input
                type="radio"
                name={turns ? 'turn' : group}
                checked={place === each}
                onChange={() => onPut(each)}
              />
              <span>
                {turns ? t('round.thisTurn') : each === 'none' ? t('round.noSide') : t(`stage.${each}`)}
              </span>
            </label>
          ))}
        </div>
      )}
    </li>
  );
}
