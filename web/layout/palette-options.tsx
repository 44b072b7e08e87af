import type { ReactNode } from "react";
import type { SessionUser } from "#domains/accounts/contract.ts";
import { documentPath, documentsPath } from "#domains/documents/paths.ts";
import { companiesPath, companyPath, leasePath, leasesPath } from "#domains/leases/paths.ts";
import { paymentPath, paymentsPath } from "#domains/payments/paths.ts";
import { userPath, usersPath } from "#domains/people/paths.ts";
import { propertiesPath, propertyPath, unitPath } from "#domains/properties/paths.ts";
import { savedReportPath } from "#domains/reports/paths.ts";
import type { SearchHit, SearchResponse } from "#domains/search/contract.ts";
import type { SearchKind } from "#domains/search/kinds.ts";
import { workOrderPath, workOrdersPath } from "#domains/work-orders/paths.ts";
import { foldText } from "#shared/fold-text.ts";
import { canEver } from "#shared/permissions.ts";
import { allPageInfo } from "#web/all-page-info.ts";
import {
  Bookmark,
  Briefcase,
  Building2,
  ClipboardList,
  DoorOpen,
  FileSignature,
  FileText,
  ListChecks,
  type LucideIcon,
  ReceiptText,
  UserRound,
} from "#web/icons.ts";
import { type PaletteEntry, paletteActions } from "#web/layout/palette-actions.ts";
import { themeOptions } from "#web/layout/sidebar-footer.tsx";
import { getPageLinks, getSidebarSections } from "#web/layout/sidebar-sections.ts";
import type { CurrentSelection, SelectionAction } from "#web/list/selection-actions.ts";
import type { SearchResult } from "#web/page.ts";
import { roleLabels } from "#web/session/role-labels.ts";
import { themes } from "#web/theme/theme.ts";

/** The effect of selecting an option: opens a page, opens a record, or runs an action. */
type Outcome = PaletteEntry["outcome"] | { href: string; record: string };

/** An option of the palette. */
export interface PaletteOption {
  key: string;
  group: string;
  icon: ReactNode;
  label: string;
  detail: string;
  status: string | null;
  outcome: Outcome;
}

export const recordTypes = {
  "work-order": { group: "Work orders", Icon: ClipboardList },
  document: { group: "Documents", Icon: FileText },
  property: { group: "Properties", Icon: Building2 },
  unit: { group: "Units", Icon: DoorOpen },
  lease: { group: "Leases", Icon: FileSignature },
  company: { group: "Companies", Icon: Briefcase },
  person: { group: "People", Icon: UserRound },
  payment: { group: "Payments", Icon: ReceiptText },
  "saved-report": { group: "Saved reports", Icon: Bookmark },
} as const satisfies Record<SearchKind, { group: string; Icon: LucideIcon }>;

const pathBuilders: Record<SearchKind, (hit: SearchHit) => string> = {
  "work-order": ({ id }) => workOrderPath(id),
  document: ({ id, inText }) => documentPath(id, inText),
  property: ({ id }) => propertyPath(id),
  unit: ({ id }) => unitPath(id),
  lease: ({ id }) => leasePath(id),
  company: ({ id }) => companyPath(id),
  // Users who can't list all people find a person on the property's page.
  person: ({ id, person }) =>
    person?.propertyId == null ? userPath(id) : `${propertyPath(person.propertyId)}?tab=people`,
  payment: ({ id }) => paymentPath(id),
  "saved-report": ({ id }) => savedReportPath(id),
};

/** The lists with a search, and who has it. */
const searchableLists: Partial<Record<SearchKind, { path: string; roles: readonly SessionUser["role"][] }>> =
  {
    "work-order": { path: workOrdersPath, roles: ["admin", "landlord", "maintenance", "tenant"] },
    document: { path: documentsPath, roles: ["admin", "landlord", "maintenance", "tenant"] },
    property: { path: propertiesPath, roles: ["admin", "landlord"] },
    lease: { path: leasesPath, roles: ["admin", "landlord"] },
    company: { path: companiesPath, roles: ["admin", "landlord"] },
    person: { path: usersPath, roles: ["admin"] },
    payment: { path: paymentsPath, roles: ["admin", "landlord"] },
  };

/** Returns the best hits of each type, followed by a link to all if there are more. */
export function toHitOptions(
  { hits, counts }: SearchResponse,
  { role }: SessionUser,
  text: string,
): PaletteOption[] {
  const kinds = [...new Set(hits.map(({ kind }) => kind))];
  return kinds.flatMap((kind) => {
    const { group, Icon } = recordTypes[kind];
    const options = hits.filter((hit) => hit.kind === kind).map((hit) => toHitOption(hit));
    const list = searchableLists[kind];
    const count = counts.find((counted) => counted.kind === kind)?.count;
    if (count === undefined || list?.roles.includes(role) !== true) return options;
    return [
      ...options,
      {
        key: `all-${kind}`,
        group,
        icon: <Icon aria-hidden="true" />,
        label: `View all ${formatCount(count)} ${group.toLowerCase()}`,
        detail: "",
        status: null,
        outcome: { href: `${list.path}?q=${encodeURIComponent(text)}` },
      },
    ];
  });
}

/** The server stops counting at 24. */
export const formatCount = (count: number): string => (count < 24 ? String(count) : "24 or more");

export function toHitOption(hit: SearchHit, group: string = recordTypes[hit.kind].group): PaletteOption {
  const { kind, id, title, detail, status, person } = hit;
  const { Icon } = recordTypes[kind];
  const record = `${kind}-${id}`;
  const role = person === null ? "" : `${roleLabels[person.role]} · `;
  const state =
    person !== null && status !== "active" ? ` · ${membershipLabels[status ?? ""] ?? status}` : "";
  return {
    key: record,
    group,
    icon: <Icon aria-hidden="true" />,
    label: title,
    detail: `${role}${detail}${state}`,
    status: kind === "work-order" ? status : null,
    outcome: { href: pathBuilders[kind](hit), record },
  };
}

const membershipLabels: Record<string, string> = {
  pending: "Waiting for approval",
  declined: "Declined",
  disabled: "Disabled",
};

/**
 * Returns the actions on the selected rows of the current list that match the text, or all without a text.
 */
export function findSelectionOptions(selection: CurrentSelection | undefined, text: string): PaletteOption[] {
  if (selection === undefined) return [];
  return (
    selection.actions
      .flatMap(toEntries)
      .filter((entry) => text === "" || rankMatch(entry, text) < noMatch)
      // Two people can have the same name.
      .map((entry, index) => ({ ...toEntryOption(entry, selection.title), key: `selection-${index}` }))
  );
}

function toEntries(action: SelectionAction): PaletteEntry[] {
  const { label } = action;
  const toEntry = (name: string, run: () => void) => ({
    label: name,
    searchWords: "",
    icon: ListChecks,
    outcome: { run },
  });
  if ("href" in action) return [toEntry(label, () => location.assign(action.href))];
  if ("run" in action) return [toEntry(label, action.run)];
  return [...action.choices, ...(action.lastChoice === undefined ? [] : [action.lastChoice])].map((choice) =>
    toEntry(`${label}: ${choice.label}`, choice.run),
  );
}

/** The pages and actions offered before the user types. */
export const getDefaultOptions = (user: SessionUser): PaletteOption[] =>
  getPaletteGroups(user).flatMap(({ name, defaultEntries }) =>
    defaultEntries.map((entry) => toEntryOption(entry, name)),
  );

/**
 * Returns the user's pages, settings, and actions that match the text. The best match and its group come
 * first.
 */
export function findMatchingOptions(user: SessionUser, text: string): PaletteOption[] {
  const matches = getPaletteGroups(user).map(({ name, defaultEntries, searchOnlyEntries }) =>
    [...defaultEntries, ...searchOnlyEntries]
      .map((entry) => ({ choice: toEntryOption(entry, name), rank: rankMatch(entry, text) }))
      .filter(({ rank }) => rank < noMatch)
      .sort((a, b) => a.rank - b.rank),
  );
  return matches
    .sort(([a], [b]) => (a?.rank ?? noMatch) - (b?.rank ?? noMatch))
    .flatMap((group) => group.map(({ choice }) => choice));
}

interface PaletteGroup {
  name: string;
  /** Also offered before the user types. */
  defaultEntries: readonly PaletteEntry[];
  searchOnlyEntries: readonly PaletteEntry[];
}

/** Returns all pages, settings, and actions for this user. */
function getPaletteGroups(user: SessionUser): PaletteGroup[] {
  const filterVisible = (entries: readonly PaletteEntry[]) =>
    entries.filter(
      ({ roles, permission }) =>
        (roles === undefined || roles.includes(user.role)) &&
        (permission === undefined || canEver(user, permission)),
    );
  const actionPaths = paletteActions.map(({ outcome }) => "href" in outcome && outcome.href);
  const pages = [...getSidebarSections(user).flatMap(({ links }) => links), ...getPageLinks(user, "Search")]
    // `Add Property` in the sidebar is the same as the action `Add a property`.
    .filter(({ href }) => !actionPaths.includes(href))
    .map((link) => ({ ...link, label: link.title, outcome: { href: link.href } }));
  return [
    { name: "Actions", defaultEntries: filterVisible(paletteActions), searchOnlyEntries: [] },
    { name: "Pages", defaultEntries: pages, searchOnlyEntries: filterVisible(getSearchEntries("Pages")) },
    {
      name: "Settings",
      defaultEntries: [],
      searchOnlyEntries: filterVisible([...getSearchEntries("Settings"), ...themeEntries]),
    },
  ];
}

const getSearchEntries = (group: SearchResult["group"]): PaletteEntry[] =>
  allPageInfo.flatMap((info) =>
    (info.searchResults ?? [])
      .filter((result) => result.group === group)
      .map((result) => ({
        ...result,
        page: result.isPartOfPage === true ? info.title : undefined,
        outcome: { href: result.href },
      })),
  );

const themeEntries: readonly PaletteEntry[] = themes.map((theme) => ({
  label: `${themeOptions[theme].label} theme`,
  icon: themeOptions[theme].Icon,
  searchWords: "mode appearance colors",
  outcome: { theme },
}));

const noMatch = 4;

/** Ranks a match from best to worst: the whole name, its start, words in the name, other words. */
function rankMatch({ label, searchWords, matchesWholeWordsOnly }: PaletteEntry, text: string): number {
  if (!hasWords(`${label} ${searchWords}`, text, matchesWholeWordsOnly)) return noMatch;
  const [name, searchText] = [foldText(label), foldText(text)];
  if (name === searchText) return 0;
  if (name.startsWith(searchText)) return 1;
  return hasWords(label, text, matchesWholeWordsOnly) ? 2 : 3;
}

const toEntryOption = ({ label, icon: Icon, page, outcome }: PaletteEntry, group: string): PaletteOption => ({
  key: `${group}-${label}`.toLowerCase().replaceAll(" ", "-"),
  group,
  icon: <Icon aria-hidden="true" />,
  label,
  detail: page ?? "",
  status: null,
  outcome,
});

/**
 * Whether each word of `text` starts a word in `words`, or is a whole word if `matchesWholeWords`. Numbers
 * must match a whole word because they're usually unit numbers.
 */
function hasWords(words: string, text: string, matchesWholeWords = false): boolean {
  const knownWords = splitWords(words);
  const searchedWords = splitWords(text);
  return (
    searchedWords.length > 0 &&
    searchedWords.every((word) =>
      knownWords.some((knownWord) =>
        matchesWholeWords || /\d/.test(word) ? knownWord === word : knownWord.startsWith(word),
      ),
    )
  );
}

const splitWords = (text: string): string[] => foldText(text).match(/[\p{L}\p{N}]+/gu) ?? [];
