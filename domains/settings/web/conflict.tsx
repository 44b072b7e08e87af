import { userMessageOf } from "#web/api-client.ts";
import { Banner } from "#web/ui/banner.tsx";
import { Button } from "#web/ui/button.tsx";
import type { Settings } from "../contract.ts";
import { asTyped, type Field, fieldLabels, type TypedSettings } from "./typed.ts";

interface ConflictProps {
  error: unknown;
  /** What one began from, what another person made of it, and what one typed. */
  base: Settings;
  theirs: Settings;
  mine: TypedSettings;
  onKeepMine: () => void;
  onTakeTheirs: () => void;
}

/** Somebody else saved first: both versions side by side, and the choice between them. Nothing is lost. */
export function Conflict({ error, base, theirs, mine, onKeepMine, onTakeTheirs }: ConflictProps) {
  const before = asTyped(base);
  const now = asTyped(theirs);
  const rows = (Object.keys(fieldLabels) as Field[]).filter(
    (field) => now[field] !== before[field] || mine[field] !== before[field],
  );
  return (
    <div className="mb-4">
      <Banner kind="warning" title={userMessageOf(error)}>
        <p>Your changes were not saved yet. These fields differ:</p>
        <div className="my-3 overflow-x-auto rounded-control bg-surface text-ink">
          <table className="w-full text-left text-sm">
            <thead>
              <tr className="border-line border-b text-ink-soft">
                <th scope="col" className="px-3 py-2 font-medium">
                  Field
                </th>
                <th scope="col" className="px-3 py-2 font-medium">
                  Saved now
                </th>
                <th scope="col" className="px-3 py-2 font-medium">
                  Yours
                </th>
              </tr>
            </thead>
            <tbody className="divide-y divide-line">
              {rows.map((field) => (
                <tr key={field}>
                  <th scope="row" className="px-3 py-2 font-medium">
                    {fieldLabels[field]}
                  </th>
                  <td className="px-3 py-2">{now[field] || "–"}</td>
                  <td className="px-3 py-2">
                    {mine[field] === before[field] ? "not changed" : mine[field] || "–"}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
        <div className="flex flex-wrap gap-2">
          <Button size="sm" onClick={onKeepMine}>
            Keep my changes
          </Button>
          <Button size="sm" onClick={onTakeTheirs}>
            Use what is saved
          </Button>
        </div>
      </Banner>
    </div>
  );
}
