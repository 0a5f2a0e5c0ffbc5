import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import backdrops from '#renderer/kit/ui/Backdrop.module.css';
import { Button } from '#renderer/kit/ui/Button.tsx';
import { Segments } from '#renderer/kit/ui/Choices.tsx';
import type { OverlayLinkView } from '#shared/contract/calls/overlay.ts';
import {
  type OptionsOf,
  type SceneItem,
  sceneOrientations,
  sceneSizes,
} from '#shared/contract/overlay/widget.ts';
import { withHostTheme } from '#shared/overlay/hostTheme.ts';
import extras from './ExtrasPage.module.css';
import { boxAddress, fitScale, pageOf, sampleAddress, useAddressOf, useInnerSize } from './overlayPage.ts';
import { PageFrame } from './PageFrame.tsx';
import { SourceChoice, usePreviewSource } from './previewSource.tsx';
import styles from './SceneCanvas.module.css';
import { type Box, coveredZones, linesOf, move, noLines, resize, type Snapped } from './sceneGeometry.ts';
import { useHostThemes } from './themes/hostThemes.ts';

interface SceneCanvasProps {
  options: OptionsOf<'scene'>;
  links: readonly OverlayLinkView[];
  /** The id of the chosen widget. */
  chosen: string | null;
  onChoose(widget: string | null): void;
  /** `isStep`: the change is undone by itself, as a drag is. Steps of the arrow keys are undone together. */
  onChange(widget: string, box: Box, isStep: boolean): void;
  onRemove(widget: string): void;
  onTurn(orientation: OptionsOf<'scene'>['orientation']): void;
}

/** A drag of one widget, until the pointer is released. */
interface Drag extends Snapped {
  widget: string;
}

/** The scene's page, on which widgets are dragged and resized. */
export function SceneCanvas(props: SceneCanvasProps) {
  const { options, links, chosen, onChoose } = props;
  const { t } = useTranslation();
  const { source, choose } = usePreviewSource();
  const [guides, setGuides] = useState(true);
  const [drag, setDrag] = useState<Drag | null>(null);
  const { size: space, ref } = useInnerSize();
  const addressOf = useAddressOf();
  const themes = useHostThemes();
  const { orientation, items } = options;
  const page = sceneSizes[orientation];
  const scale = fitScale(page, space);
  const boxOf = (item: SceneItem): Box => (drag?.widget === item.widget ? drag.box : item);
  const shown = items.flatMap((item) => {
    const link = links.find(({ id }) => id === item.widget);
    return link === undefined || item.hidden || link.url === '' ? [] : [{ item, link, box: boxOf(item) }];
  });
  const scaled = ({ x, y, width, height }: Box) => ({
    left: x * scale,
    top: y * scale,
    width: width * scale,
    height: height * scale,
  });
  return (
    <section className={extras.preview} aria-label={t('widgets.preview')}>
      <div className={extras.previewTools}>
        <Segments
          label={t('layout.orientation')}
          value={orientation}
          options={sceneOrientations.map((value) => ({ value, label: t(`layout.orientation.${value}`) }))}
          onChange={props.onTurn}
        />
        <SourceChoice source={source} onChange={choose} />
        {coveredZones[orientation].length > 0 && (
          <Button
            small
            look="outlined"
            icon={guides ? 'eye' : 'eye-slash'}
            label={t('layout.guides')}
            pressed={guides}
            onClick={() => setGuides(!guides)}
          />
        )}
      </div>
      <div className={extras.room} ref={ref}>
        <div
          className={`${styles.page} ${backdrops.video ?? ''}`}
          style={{ width: page.width * scale, height: page.height * scale }}
          onPointerDown={() => onChoose(null)}
        >
          {shown.map(({ item, link, box }) => (
            <div key={item.widget} className={styles.place} style={scaled(box)} aria-hidden="true">
              <PageFrame
                address={
                  source === 'show'
                    ? boxAddress(addressOf(link))
                    : sampleAddress(pageOf(boxAddress(addressOf(link))), withHostTheme(link.options, themes))
                }
                title={link.name}
                size={{ width: box.width, height: box.height }}
                scale={scale}
                backdrop="none"
              />
            </div>
          ))}
          {guides &&
            coveredZones[orientation].map((zone) => (
              <div key={zone.name} className={styles.zone} style={scaled(zone)}>
                <span>{t(`layout.zone.${zone.name}`)}</span>
              </div>
            ))}
          {shown.map(({ item, link, box }) => (
            <Handle
              key={item.widget}
              name={link.name}
              box={box}
              chosen={item.widget === chosen}
              scale={scale}
              style={scaled(box)}
              drags={(kind, from, dx, dy, free) => {
                const others = shown.filter((other) => other.item !== item).map((other) => other.item);
                const lines = free ? noLines : linesOf(page, orientation, others);
                setDrag({
                  widget: item.widget,
                  ...(kind === 'move' ? move : resize)(from, dx, dy, page, lines),
                });
              }}
              onDrop={() => {
                if (drag !== null) props.onChange(drag.widget, drag.box, true);
                setDrag(null);
              }}
              onChoose={() => onChoose(item.widget)}
              onStep={(kind, dx, dy) => {
                const { box: stepped } = (kind === 'move' ? move : resize)(item, dx, dy, page, noLines);
                props.onChange(item.widget, stepped, false);
              }}
              onRemove={() => props.onRemove(item.widget)}
            />
          ))}
          {drag?.x != null && <div className={styles.lineX} style={{ left: drag.x * scale }} />}
          {drag?.y != null && <div className={styles.lineY} style={{ top: drag.y * scale }} />}
          {items.length === 0 && <p className={extras.previewNothing}>{t('layout.empty')}</p>}
        </div>
      </div>
      <p className="muted small">{t('layout.help')}</p>
    </section>
  );
}

type DragKind = 'move' | 'resize';

interface HandleProps {
  name: string;
  box: Box;
  chosen: boolean;
  scale: number;
  style: { left: number; top: number; width: number; height: number };
  /** A drag by `dx` and `dy` (px of the scene) from a box. `free` does not snap. */
  drags(kind: DragKind, from: Box, dx: number, dy: number, free: boolean): void;
  onDrop(): void;
  onChoose(): void;
  onStep(kind: DragKind, dx: number, dy: number): void;
  onRemove(): void;
}

const arrows: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** The area over a widget that is dragged, with a corner that resizes it. A native button, so that keys reach it. */
function Handle({ name, box, chosen, scale, style, ...props }: HandleProps) {
  const { t } = useTranslation();
  const start = useRef<{ kind: DragKind; x: number; y: number; box: Box } | null>(null);
  const press = (kind: DragKind) => (event: PointerEvent<HTMLElement>) => {
    if (event.button !== 0) return;
    event.stopPropagation();
    event.currentTarget.setPointerCapture(event.pointerId);
    start.current = { kind, x: event.clientX, y: event.clientY, box };
    props.onChoose();
  };
  const drag = (event: PointerEvent<HTMLElement>) => {
    const from = start.current;
    if (from === null) return;
    event.stopPropagation();
    props.drags(
      from.kind,
      from.box,
      (event.clientX - from.x) / scale,
      (event.clientY - from.y) / scale,
      event.altKey,
    );
  };
  const drop = (event: PointerEvent<HTMLElement>) => {
    if (start.current === null) return;
    event.stopPropagation();
    start.current = null;
    props.onDrop();
  };
  const pointer = (kind: DragKind) => ({
    onPointerDown: press(kind),
    onPointerMove: drag,
    onPointerUp: drop,
    onPointerCancel: drop,
  });
  const key = (event: KeyboardEvent) => {
    const arrow = arrows[event.key];
    if (arrow !== undefined) {
      const step = event.shiftKey ? 10 : 1;
      props.onStep(event.altKey ? 'resize' : 'move', arrow[0] * step, arrow[1] * step);
    } else if (event.key === 'Delete' || event.key === 'Backspace') props.onRemove();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <button
      type="button"
      className={chosen ? `${styles.handle} ${styles.chosen}` : styles.handle}
      style={style}
      aria-label={t('layout.placed', { name, x: box.x, y: box.y, width: box.width, height: box.height })}
      aria-pressed={chosen}
      onFocus={props.onChoose}
      onKeyDown={key}
      {...pointer('move')}
    >
      <span className={styles.name}>{name}</span>
      <span className={styles.corner} {...pointer('resize')} />
    </button>
  );
}
