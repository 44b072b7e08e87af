import type { Draft } from "#web/draft.ts";
import { Button } from "#web/ui/button.tsx";

/** Says that a form began with what was typed before, and offers to empty it. */
export function DraftKept({ draft }: { draft: Draft }) {
  if (!draft.isRestored) return null;
  return (
    <p
      role="status"
      className="flex flex-wrap items-center justify-between gap-2 rounded-control bg-blue-soft py-1 pr-1 pl-3 text-blue-text text-sm"
    >
      What you typed before was kept.
      <Button size="sm" variant="ghost" onClick={draft.discard}>
        Start over
      </Button>
    </p>
  );
}
