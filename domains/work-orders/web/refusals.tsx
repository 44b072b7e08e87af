/** A sentence for each file that was not accepted. */
export const Refusals = ({ refusals }: { refusals: readonly string[] }) =>
  refusals.length > 0 && (
    <ul role="alert" className="mt-2 space-y-1 text-red-text text-sm">
      {refusals.map((refusal) => (
        <li key={refusal}>{refusal}</li>
      ))}
    </ul>
  );
