import { Button } from "#web/ui/button.tsx";

export interface Difference {
  field: string;
  theirs: string;
  yours: string;
}

interface ConflictNoticeProps {
  /** Who changed what, as the server reports it. */
  message: string;
  /** The fields that differ between the versions. */
  differences: readonly Difference[];
  onTakeTheirs: () => void;
  onKeepYours: () => void;
  isBusy?: boolean | undefined;
}

/** Two people changed one record: both versions are shown side by side, and nothing is lost before one is chosen. */
export function ConflictNotice({
  message,
  differences,
  onTakeTheirs,
  onKeepYours,
  isBusy,
}: ConflictNoticeProps) {
  const cell = "py-1.5 pr-4 align-top [overflow-wrap:anywhere]";
  return (
    <div role="alert" className="rounded-card bg-amber-soft px-4 py-3">
      <p className="font-medium text-amber-text">{message}</p>
      <p className="mt-0.5 text-ink-soft">Your changes are not saved yet. Please choose what shall stand.</p>
      {differences.length > 0 && (
        <table className="mt-2 w-full text-left">
          <caption className="sr-only">Where both versions differ</caption>
          <thead>
            <tr className="text-ink-soft text-sm">
              <th scope="col" className="py-1 pr-4 font-medium">
                Field
              </th>
              <th scope="col" className="py-1 pr-4 font-medium">
                Theirs
              </th>
              <th scope="col" className="py-1 font-medium">
                Yours
              </th>
            </tr>
          </thead>
          <tbody className="divide-y divide-line">
            {differences.map(({ field, theirs, yours }) => (
              <tr key={field}>
                <th scope="row" className={`${cell} font-medium`}>
                  {field}
                </th>
                <td className={cell}>{theirs === "" ? "Empty" : theirs}</td>
                <td className={cell}>{yours === "" ? "Empty" : yours}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <div className="mt-3 flex flex-wrap gap-2">
        <Button size="sm" onClick={onTakeTheirs} disabled={isBusy}>
          Take theirs
        </Button>
        <Button size="sm" onClick={onKeepYours} isBusy={isBusy}>
          Save yours
        </Button>
      </div>
    </div>
  );
}

/** A row for each field of two versions: its label and both values, in the words of a choice where it is one. */
export const sideBySide = <Field extends string>(
  labels: Readonly<Record<Field, string>>,
  theirs: Readonly<Record<NoInfer<Field>, string>>,
  yours: Readonly<Record<NoInfer<Field>, string>>,
  choices: { readonly [key in NoInfer<Field>]?: Readonly<Record<string, string>> } = {},
): Difference[] =>
  (Object.keys(labels) as Field[]).map((field) => {
    const inWords = (value: string) => choices[field]?.[value] ?? value;
    return { field: labels[field], theirs: inWords(theirs[field]), yours: inWords(yours[field]) };
  });
