import { type ReactNode, useEffect, useId, useSyncExternalStore } from "react";
import type { Endpoint, SentQueryOf } from "#shared/http/endpoint.ts";
import { buildUrl } from "#web/api-client.ts";

/** One value of an action, such as a person to assign to. */
interface SelectionChoice {
  label: string;
  /** Distinguishes values with the same label, such as two people with one name. */
  key?: number;
  run: () => void;
  question?: SelectionQuestion | undefined;
}

/** Asked before a harmful action, with the number of rows in its title. */
export interface SelectionQuestion {
  title: string;
  description: ReactNode;
  confirmLabel: string;
  isDestructive?: boolean;
}

interface SharedFields {
  /** The label of the button, such as `Assign`. */
  label: string;
  /** The key that presses the button from a row. */
  shortcut?: string;
}

/** An action on the selected rows of a list: a button, a download, or a menu of values. */
export type SelectionAction = SharedFields &
  (
    | { run: () => void; question?: SelectionQuestion }
    | { href: string; name: string }
    | {
        choices: readonly SelectionChoice[];
        /** The heading above the values. */
        heading?: string;
        /** A value below the others, after a divider, such as `Unassigned`. */
        lastChoice?: SelectionChoice;
      }
  );

type SelectionExport = Endpoint & { method: "GET"; responseKind: "csv" };

/** Returns the action that downloads the selected rows as CSV. `noun` is for screen readers. */
export const exportAction = <E extends SelectionExport>(
  endpoint: E,
  query: SentQueryOf<E>,
  noun: string,
): SelectionAction => ({
  label: "Export",
  name: `Export ${noun} as CSV`,
  href: buildUrl(endpoint, { query: query as Record<string, unknown> }),
});

/** Formats the ids of rows for a query: `3,17`. */
export const toIds = (rows: readonly { id: number }[]): string => rows.map(({ id }) => id).join(",");

/** The selected rows of the list on the screen, whose actions the search offers first. */
export interface CurrentSelection {
  /** The heading, such as `Selected work orders: 2`. */
  title: string;
  actions: readonly SelectionAction[];
}

/** The selections of the lists on the screen, in the order of their last change. */
const selections = new Map<string, CurrentSelection>();
const listeners = new Set<() => void>();
function offer(id: string, selection: CurrentSelection | undefined): void {
  selections.delete(id);
  if (selection !== undefined) selections.set(id, selection);
  for (const notify of listeners) notify();
}
const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

/** Adds the actions for the selected rows to the search while the rows are on screen. */
export function useOfferInSearch(selection: CurrentSelection | undefined): void {
  const id = useId();
  // Runs after each render because the actions belong to its rows.
  useEffect(() => offer(id, selection));
  useEffect(() => () => offer(id, undefined), [id]);
}

export const useCurrentSelection = (): CurrentSelection | undefined =>
  useSyncExternalStore(subscribe, () => [...selections.values()].at(-1));
