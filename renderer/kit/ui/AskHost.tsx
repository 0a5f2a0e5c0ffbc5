import { lazy, Suspense } from 'react';
import { usePage, useVanillaStore } from '#renderer/data/hooks.ts';
import { useText } from '../i18n/useText.ts';

export const loadConfirm = () => import('./Modal.tsx');
const Confirm = lazy(loadConfirm);

/** Shows the confirmation dialog while the ask store has a question. */
export function AskHost() {
  const { asks } = usePage();
  const question = useVanillaStore(asks, (state) => state.question);
  const answer = useVanillaStore(asks, (state) => state.answer);
  const text = useText();
  if (question === null) return null;
  return (
    <Suspense fallback={null}>
      <Confirm
        title={text(question.title)}
        text={text(question.text)}
        confirmLabel={text(question.confirm)}
        danger={question.danger ?? false}
        onConfirm={() => answer(true)}
        onCancel={() => answer(false)}
      />
    </Suspense>
  );
}
