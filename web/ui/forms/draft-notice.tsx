import type { Draft } from "#web/draft.ts";
import { Button } from "#web/ui/button.tsx";

/** Tells the user that a form contains a saved draft, and offers to discard it. */
export function DraftNotice({ draft }: { draft: Draft }) {
  if (!draft.isRestored) return null;
  return (
    <p
      role="status"
      className="flex flex-wrap items-center justify-between gap-2 rounded-control bg-blue-soft py-1 pr-1 pl-3 text-blue-text text-sm"
    >
      We saved your draft.
      <Button size="sm" variant="ghost" onClick={draft.discard}>
        Start over
      </Button>
    </p>
  );
}
