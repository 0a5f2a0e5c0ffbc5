/** How far something is on its way to its target, in words and as a bar. */
export function Goal({ share, text, waiting = 0 }: { share: number; text: string; waiting?: number }) {
  return (
    <span className="goal">
      <span className="goal__bar" aria-hidden="true">
        {waiting > 0 && <span className="goal__waiting" style={{ transform: `scaleX(${waiting})` }} />}
        <span className="goal__done" style={{ transform: `scaleX(${share})` }} />
      </span>
      <span className="goal__text">{text}</span>
    </span>
  );
}
