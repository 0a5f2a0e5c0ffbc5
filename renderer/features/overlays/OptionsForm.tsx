import './widgets.css';
import { type ReactNode, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useVanillaStore } from '#renderer/data/hooks.ts';
import { FormGroup } from '#renderer/kit/form/FormGroup.tsx';
import { useGroup } from '#renderer/kit/form/formContext.ts';
import type { WidgetKind } from '#shared/contract/overlay/widget.ts';
import { LookFields, OtherFields, PlaceFields } from './FrameFields.tsx';
import { type FormValues, fromForm, toForm } from './formValues.ts';
import { KindFields } from './KindFields.tsx';
import type { LinkEditor } from './linkEditor.ts';

/** Every option of a widget: what is its own first, the look next, the rest folded. */
export function OptionsForm({ kind, editor }: { kind: WidgetKind; editor: LinkEditor }) {
  const { t } = useTranslation();
  return (
    <FormGroup
      name="widget"
      className="widget-form"
      values={toForm(editor.store.getState().options)}
      onSubmit={() => editor.flush()}
    >
      <Follow editor={editor} />
      {kind !== 'lastWinner' && (
        <Part title={t('widgets.part.own')} open>
          <KindFields kind={kind} />
        </Part>
      )}
      {kind !== 'effects' && (
        <Part title={t('widgets.part.look')} open>
          <LookFields />
        </Part>
      )}
      <Part title={t('widgets.part.place')} open={kind !== 'workbench' && kind !== 'effects'}>
        <PlaceFields />
      </Part>
      <Part title={t('widgets.part.other')}>
        <OtherFields />
      </Part>
    </FormGroup>
  );
}

function Part({ title, open, children }: { title: string; open?: boolean; children: ReactNode }) {
  return (
    <details className="wpart" open={open}>
      <summary>{title}</summary>
      <div className="wpart__body">{children}</div>
    </details>
  );
}

/** Hands what is entered to the editor, and shows what the editor has instead after a step back or a refusal. */
function Follow({ editor }: { editor: LinkEditor }) {
  const { methods } = useGroup();
  const replaced = useVanillaStore(editor.store, (state) => state.replaced);
  useEffect(() => {
    const { unsubscribe } = methods.watch((values) => {
      editor.change(fromForm(values as FormValues));
    });
    return unsubscribe;
  }, [methods, editor]);
  useEffect(() => {
    if (replaced > 0) methods.reset(toForm(editor.store.getState().options));
  }, [methods, editor, replaced]);
  return null;
}
