import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useRingside, useVanillaStore } from '#renderer/data/hooks.ts';
import { Button } from '#renderer/kit/ui/Button.tsx';
import { NumberInput } from '#renderer/kit/ui/NumberInput.tsx';
import { PickRow, RowTool } from '#renderer/kit/ui/PickRow.tsx';
import { Select } from '#renderer/kit/ui/Select.tsx';
import type { OverlayLinkView } from '#shared/contract/calls/overlay.ts';
import {
  MOST_SCENE_ITEMS,
  type OptionsOf,
  type SceneItem,
  sceneItemSchema,
  sceneSizes,
} from '#shared/contract/overlay/widget.ts';
import extras from './ExtrasPage.module.css';
import type { LinkEditor } from './linkEditor.ts';
import { overlayLinksOf } from './overlayPage.ts';
import { SceneCanvas } from './SceneCanvas.tsx';
import styles from './ScenePane.module.css';
import { ShareBlock } from './ShareBlock.tsx';
import { type Box, firstBox, onPage } from './sceneGeometry.ts';
import type { LinkActions } from './useLinkActions.ts';

interface ScenePaneProps {
  link: OverlayLinkView;
  actions: LinkActions;
  editor: LinkEditor;
  options: OptionsOf<'scene'>;
}

/** The editor of a scene: its page with the widgets in their places, and the list of its layers. */
export function ScenePane({ link, actions, editor, options }: ScenePaneProps) {
  const { t } = useTranslation();
  const { link: backstage } = useRingside();
  const all = useVanillaStore(overlayLinksOf(backstage), ({ links }) => links) ?? [];
  const [chosen, setChosen] = useState<string | null>(null);
  const { items, orientation } = options;
  const page = sceneSizes[orientation];
  const change = (next: readonly SceneItem[], isStep = true) =>
    editor.change({ ...options, items: [...next] }, isStep);
  const changeOne = (widget: string, part: Partial<SceneItem>, isStep: boolean) =>
    change(
      items.map((item) => (item.widget === widget ? { ...item, ...part } : item)),
      isStep,
    );
  const remove = (widget: string) => change(items.filter((item) => item.widget !== widget));
  const free = all.filter(
    ({ id, options: { kind } }) => kind !== 'scene' && !items.some(({ widget }) => widget === id),
  );
  const add = (id: string) => {
    const widget = free.find((each) => each.id === id);
    if (widget === undefined) return;
    const item = { widget: id, ...firstBox(widget.options.kind, page, items), hidden: false };
    // A page of effects lies behind everything else.
    change(widget.options.kind === 'effects' ? [item, ...items] : [...items, item]);
    setChosen(id);
  };
  const turn = (next: typeof orientation) => {
    const turned = items.map((item) => ({ ...item, ...onPage(item, sceneSizes[next], page) }));
    editor.change({ ...options, orientation: next, items: turned }, true);
  };
  const shown = items.find(({ widget }) => widget === chosen);
  return (
    <div
      className={orientation === 'landscape' ? `${extras.edit} ${extras.wide} ${styles.wide}` : extras.edit}
    >
      <SceneCanvas
        options={options}
        links={all}
        chosen={chosen}
        onChoose={setChosen}
        onChange={changeOne}
        onRemove={remove}
        onTurn={turn}
      />
      <div className={extras.options}>
        <ShareBlock link={link} actions={actions} />
        <section className={extras.section} aria-label={t('layout.layers')}>
          <div className={extras.sectionHead}>
            <h3 className={extras.sectionTitle}>{t('layout.layers')}</h3>
            <span className="muted small">{t('layout.layers.help')}</span>
          </div>
          <ul className={styles.list}>
            {[...items].reverse().map((item) => (
              <Layer
                key={item.widget}
                item={item}
                name={all.find(({ id }) => id === item.widget)?.name ?? t('layout.gone')}
                chosen={item.widget === chosen}
                items={items}
                onChoose={() => setChosen(item.widget)}
                onChange={change}
              />
            ))}
          </ul>
          <Select
            label={t('layout.add')}
            placeholder={t(
              items.length >= MOST_SCENE_ITEMS
                ? 'layout.add.full'
                : free.length === 0
                  ? 'layout.add.none'
                  : 'layout.add',
            )}
            value={null}
            options={free.map(({ id, name }) => ({ value: id, label: name }))}
            disabled={free.length === 0 || items.length >= MOST_SCENE_ITEMS}
            onChange={add}
          />
        </section>
        {shown !== undefined && (
          <BoxFields
            item={shown}
            onChange={(part) => changeOne(shown.widget, part, false)}
            onFill={() => changeOne(shown.widget, { x: 0, y: 0, ...page }, true)}
            onCentre={() => changeOne(shown.widget, { x: Math.round((page.width - shown.width) / 2) }, true)}
          />
        )}
      </div>
    </div>
  );
}

interface LayerProps {
  item: SceneItem;
  name: string;
  chosen: boolean;
  items: readonly SceneItem[];
  onChoose(): void;
  onChange(items: readonly SceneItem[]): void;
}

/** One layer of the list, whose first row is the front. */
function Layer({ item, name, chosen, items, onChoose, onChange }: LayerProps) {
  const { t } = useTranslation();
  const place = items.indexOf(item);
  const swap = (other: number) => {
    const next = [...items];
    next.splice(place, 1);
    next.splice(other, 0, item);
    onChange(next);
  };
  return (
    <PickRow
      chosen={chosen}
      onChoose={onChoose}
      tools={
        <>
          <RowTool
            icon="arrow-up"
            label={t('layout.forward', { name })}
            disabled={place === items.length - 1}
            onClick={() => swap(place + 1)}
          />
          <RowTool
            icon="arrow-down"
            label={t('layout.backward', { name })}
            disabled={place === 0}
            onClick={() => swap(place - 1)}
          />
          <RowTool
            icon={item.hidden ? 'eye-slash' : 'eye'}
            label={t(item.hidden ? 'layout.show' : 'layout.hide', { name })}
            onClick={() =>
              onChange(items.map((each) => (each === item ? { ...each, hidden: !each.hidden } : each)))
            }
          />
          <RowTool
            icon="trash"
            label={t('layout.remove', { name })}
            onClick={() => onChange(items.filter((each) => each !== item))}
          />
        </>
      }
    >
      <span className={item.hidden ? 'clip muted' : 'clip'}>{name}</span>
    </PickRow>
  );
}

interface BoxFieldsProps {
  item: SceneItem;
  onChange(part: Partial<Box>): void;
  onFill(): void;
  onCentre(): void;
}

const sides = ['x', 'y', 'width', 'height'] as const;

/** Place and size of the chosen widget as numbers. */
function BoxFields({ item, onChange, onFill, onCentre }: BoxFieldsProps) {
  const { t } = useTranslation();
  return (
    <section className={styles.box} aria-label={t('layout.box')}>
      {sides.map((side) => (
        <Side key={side} side={side} value={item[side]} onChange={(value) => onChange({ [side]: value })} />
      ))}
      <Button small look="outlined" icon="arrows-h" label={t('layout.centre')} onClick={onCentre} />
      <Button small look="outlined" icon="window-maximize" label={t('layout.fill')} onClick={onFill} />
    </section>
  );
}

interface SideProps {
  side: (typeof sides)[number];
  value: number;
  onChange(value: number): void;
}

function Side({ side, value, onChange }: SideProps) {
  const { t } = useTranslation();
  const id = useId();
  const { minValue, maxValue } = sceneItemSchema.shape[side];
  return (
    <div className="field">
      <label className="field__label" htmlFor={id}>
        {t(`layout.${side}`)}
      </label>
      <NumberInput
        id={id}
        value={value}
        unit="px"
        clamp
        min={minValue ?? undefined}
        max={maxValue ?? undefined}
        onChange={(next) => {
          if (next !== null) onChange(next);
        }}
      />
    </div>
  );
}
