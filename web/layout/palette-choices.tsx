import type { ReactNode } from "react";
import type { SessionUser } from "#domains/accounts/contract.ts";
import type { SearchHit } from "#domains/search/contract.ts";
import type { SearchKind } from "#domains/search/kinds.ts";
import {
  Briefcase,
  Building2,
  ClipboardList,
  DoorOpen,
  FileSignature,
  FileText,
  type LucideIcon,
  ReceiptText,
  UserRound,
} from "#web/icons.ts";
import { type PaletteEntry, paletteGroupsFor } from "#web/layout/palette-entries.ts";
import { paths } from "#web/paths.ts";
import { roleLabels } from "#web/session/role-labels.ts";

/** What choosing it does: opens a page or a record, or something that is not a page. */
type Outcome = PaletteEntry["outcome"] | { href: string; record: string };

/** One line of the palette. */
export interface Choice {
  key: string;
  group: string;
  icon: ReactNode;
  label: string;
  detail: string;
  status: string | null;
  outcome: Outcome;
}

export const kindTexts = {
  "work-order": { group: "Work orders", Icon: ClipboardList },
  document: { group: "Documents", Icon: FileText },
  property: { group: "Properties", Icon: Building2 },
  unit: { group: "Units", Icon: DoorOpen },
  lease: { group: "Leases", Icon: FileSignature },
  company: { group: "Companies", Icon: Briefcase },
  person: { group: "People", Icon: UserRound },
  payment: { group: "Payments", Icon: ReceiptText },
} as const satisfies Record<SearchKind, { group: string; Icon: LucideIcon }>;

const hrefOf: Record<SearchKind, (hit: SearchHit) => string> = {
  "work-order": ({ id }) => paths.workOrder(id),
  document: ({ id, inText }) => paths.document(id, inText),
  property: ({ id }) => paths.property(id),
  unit: ({ id }) => paths.unit(id),
  lease: ({ id }) => paths.lease(id),
  company: ({ id }) => paths.company(id),
  // Users without a list of all people find a person on the page of a building.
  person: ({ id, person }) =>
    person?.propertyId == null ? paths.user(id) : `${paths.property(person.propertyId)}?tab=people`,
  payment: ({ id }) => paths.payment(id),
};

export function choiceOfHit(hit: SearchHit, group: string = kindTexts[hit.kind].group): Choice {
  const { kind, id, title, detail, status, person } = hit;
  const { Icon } = kindTexts[kind];
  const record = `${kind}-${id}`;
  const role = person === null ? "" : `${roleLabels[person.role]} · `;
  const state = person !== null && status !== "active" ? ` · ${stateTexts[status ?? ""] ?? status}` : "";
  return {
    key: record,
    group,
    icon: <Icon aria-hidden="true" />,
    label: title,
    detail: `${role}${detail}${state}`,
    status: kind === "work-order" ? status : null,
    outcome: { href: hrefOf[kind](hit), record },
  };
}

const stateTexts: Record<string, string> = {
  pending: "Waiting for approval",
  refused: "Not approved",
  disabled: "Disabled",
};

/** What the user may open or begin, offered before anything is typed. */
export const offeredChoices = (user: SessionUser): Choice[] =>
  paletteGroupsFor(user).flatMap(({ name, offered }) => offered.map((entry) => choiceOfEntry(entry, name)));

/** The pages, settings and actions of this user that match the text, the best and its group first. */
export function matchingChoices(user: SessionUser, text: string): Choice[] {
  const matches = paletteGroupsFor(user).map(({ name, offered, onlyFound }) =>
    [...offered, ...onlyFound]
      .map((entry) => ({ choice: choiceOfEntry(entry, name), worth: worthOf(entry, text) }))
      .filter(({ worth }) => worth < unmatched)
      .sort((a, b) => a.worth - b.worth),
  );
  return matches
    .sort(([a], [b]) => (a?.worth ?? unmatched) - (b?.worth ?? unmatched))
    .flatMap((group) => group.map(({ choice }) => choice));
}

const unmatched = 4;

/** The whole name, its beginning, words of it, other words; lower is better. */
function worthOf({ label, words, isForWholeWords }: PaletteEntry, text: string): number {
  if (!hasWords(`${label} ${words}`, text, isForWholeWords)) return unmatched;
  const [name, asked] = [label.toLowerCase(), text.toLowerCase()];
  if (name === asked) return 0;
  if (name.startsWith(asked)) return 1;
  return hasWords(label, text, isForWholeWords) ? 2 : 3;
}

const choiceOfEntry = ({ label, icon: Icon, of, outcome }: PaletteEntry, group: string): Choice => ({
  key: `${group}-${label}`.toLowerCase().replaceAll(" ", "-"),
  group,
  icon: <Icon aria-hidden="true" />,
  label,
  detail: of ?? "",
  status: null,
  outcome,
});

/** Whether each word of `text` begins a word of `words`, or is one. A number has to be one: it is more likely a unit. */
function hasWords(words: string, text: string, areWhole = false): boolean {
  const known = wordsIn(words);
  const asked = wordsIn(text);
  return (
    asked.length > 0 &&
    asked.every((word) =>
      known.some((one) => (areWhole || /\d/.test(word) ? one === word : one.startsWith(word))),
    )
  );
}

const wordsIn = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
