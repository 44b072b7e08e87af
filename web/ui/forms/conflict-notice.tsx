import { Button } from "#web/ui/button.tsx";

export interface Difference {
  field: string;
  savedText: string;
  editedText: string;
}

interface ConflictNoticeProps {
  /** The server's message about who changed what. */
  message: string;
  /** The fields that differ between the versions. */
  differences: readonly Difference[];
  onKeepSaved: () => void;
  onKeepEdited: () => void;
  isBusy?: boolean;
}

/**
 * Shows both versions side by side after two people changed the same record. Both are kept until the user
 * chooses one.
 */
export function ConflictNotice({
  message,
  differences,
  onKeepSaved,
  onKeepEdited,
  isBusy,
}: ConflictNoticeProps) {
  const cell = "py-1.5 pr-4 align-top [overflow-wrap:anywhere]";
  return (
    <div role="alert" className="rounded-card bg-amber-soft px-4 py-3">
      <p className="font-medium text-amber-text">{message}</p>
      <p className="mt-0.5 text-ink-soft">Your changes haven't been saved. Choose which version to keep.</p>
      {differences.length > 0 && (
        <table className="mt-2 w-full text-left">
          <caption className="sr-only">Differences</caption>
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
            {differences.map(({ field, savedText, editedText }) => (
              <tr key={field}>
                <th scope="row" className={`${cell} font-medium`}>
                  {field}
                </th>
                <td className={cell}>{savedText === "" ? "Empty" : savedText}</td>
                <td className={cell}>{editedText === "" ? "Empty" : editedText}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <div className="mt-3 flex flex-wrap gap-2">
        <Button size="sm" onClick={onKeepSaved} disabled={isBusy}>
          Keep theirs
        </Button>
        <Button size="sm" onClick={onKeepEdited} isBusy={isBusy}>
          Keep mine
        </Button>
      </div>
    </div>
  );
}

/**
 * Returns the label and both values of each field, with option labels instead of their codes.
 */
export const compareFields = <Field extends string>(
  labels: Readonly<Record<Field, string>>,
  savedRecord: Readonly<Record<NoInfer<Field>, string>>,
  editedRecord: Readonly<Record<NoInfer<Field>, string>>,
  optionLabels: { readonly [key in NoInfer<Field>]?: Readonly<Record<string, string>> } = {},
): Difference[] =>
  (Object.keys(labels) as Field[]).map((field) => {
    const toLabel = (value: string) => optionLabels[field]?.[value] ?? value;
    return {
      field: labels[field],
      savedText: toLabel(savedRecord[field]),
      editedText: toLabel(editedRecord[field]),
    };
  });
