import type { ReactNode } from "react";
import type { SessionUser } from "#domains/accounts/contract.ts";
import type { SearchHit } from "#domains/search/contract.ts";
import type { SearchKind } from "#domains/search/kinds.ts";
import { type Action, mayEver } from "#shared/permissions.ts";
import {
  Briefcase,
  Building2,
  ClipboardList,
  ClipboardPlus,
  CreditCard,
  DoorOpen,
  FileSignature,
  FileText,
  FileUp,
  HousePlus,
  LogOut,
  type LucideIcon,
  MailPlus,
  ReceiptText,
  SquarePlus,
  UserRound,
} from "#web/icons.ts";
import { pagesFor } from "#web/layout/page-help.ts";
import { paths } from "#web/paths.ts";
import { roleLabels } from "#web/session/role-labels.ts";

/** What choosing it does: opens a page, or something that is not a page. */
export type Outcome = { href: string; record?: string } | { does: "invite" | "sign-out" };

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
  document: ({ id }) => paths.document(id),
  property: ({ id }) => paths.property(id),
  unit: ({ id }) => paths.unit(id),
  lease: ({ id }) => paths.lease(id),
  company: ({ title }) => paths.companiesNamed(title),
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

interface PaletteAction {
  label: string;
  Icon: LucideIcon;
  needs: Action;
  /** Other words by which it is found. */
  also: string;
  outcome: Outcome;
  /** Only for tenants, or never for them. */
  forTenants?: boolean;
}

const actions: readonly PaletteAction[] = [
  {
    label: "New work order",
    Icon: ClipboardPlus,
    needs: "work-orders.create",
    also: "report fault problem repair broken",
    outcome: { href: paths.newWorkOrder },
  },
  {
    label: "Pay rent",
    Icon: CreditCard,
    needs: "payments.pay",
    also: "make payment money owe",
    forTenants: true,
    outcome: { href: paths.makePayment },
  },
  {
    label: "Upload a document",
    Icon: FileUp,
    needs: "documents.upload",
    also: "file paper add new",
    outcome: { href: paths.uploadDocument },
  },
  {
    label: "Invite somebody",
    Icon: MailPlus,
    needs: "invitations.create",
    also: "person user tenant staff add new account",
    outcome: { does: "invite" },
  },
  {
    label: "Add a property",
    Icon: HousePlus,
    needs: "properties.create",
    also: "building new",
    outcome: { href: paths.addProperty },
  },
  {
    label: "Add a unit",
    Icon: SquarePlus,
    needs: "units.create",
    also: "apartment office shop new",
    outcome: { href: paths.addUnit() },
  },
  {
    label: "New lease",
    Icon: FileSignature,
    needs: "leases.create",
    also: "company tenancy contract add",
    outcome: { href: paths.newLease() },
  },
  {
    label: "Sign out",
    Icon: LogOut,
    needs: "session.end",
    also: "logout log out leave",
    outcome: { does: "sign-out" },
  },
];

/** The actions this user may start that match the text; all of them without a text. */
export const actionsFor = (user: SessionUser, text: string): Choice[] =>
  actions
    .filter(({ needs, forTenants }) => mayEver(user, needs) && !(forTenants && user.role !== "tenant"))
    .filter(({ label, also }) => hasWords(`${label} ${also}`, text))
    .map(({ label, Icon, outcome }) => ({
      key: `action-${label.toLowerCase().replaceAll(" ", "-")}`,
      group: "Actions",
      icon: <Icon aria-hidden="true" />,
      label,
      detail: "",
      status: null,
      outcome,
    }));

/** Pages by their name, then those by their purpose; all of them without a text. */
export function pageChoices(user: SessionUser, text: string): Choice[] {
  const pages = pagesFor(user);
  const named = pages.filter(({ title }) => hasWords(title, text));
  // A single letter is not searched for in the purpose of a page.
  const meant = text.trim().length < 3 ? [] : pages.filter((page) => hasWords(page.about, text));
  return [...new Set([...named, ...meant])].map(({ title, href, Icon, about }) => ({
    key: `page-${href.slice(1).replaceAll("/", "-")}`,
    group: "Pages",
    icon: <Icon aria-hidden="true" />,
    label: title,
    detail: text.trim() === "" || hasWords(title, text) ? "" : about,
    status: null,
    outcome: { href },
  }));
}

/** Whether each word of `text` begins a word of `words`. */
function hasWords(words: string, text: string): boolean {
  const known = wordsIn(words);
  return wordsIn(text).every((word) => known.some((one) => one.startsWith(word)));
}

const wordsIn = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
