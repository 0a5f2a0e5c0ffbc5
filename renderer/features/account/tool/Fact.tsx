/** Something that is so and cannot be changed here. */
export function Fact({ label, value }: { label: string; value: string }) {
  return (
    <div className="setting__row">
      <p className="strong">{label}</p>
      <p className="setting__fact">{value}</p>
    </div>
  );
}
