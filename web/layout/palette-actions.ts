import { uploadDocumentPath } from "#domains/documents/paths.ts";
import { newLeasePath } from "#domains/leases/paths.ts";
import { makePaymentPath } from "#domains/payments/paths.ts";
import { addPropertyPath, addUnitPath } from "#domains/properties/paths.ts";
import { newWorkOrderPath } from "#domains/work-orders/paths.ts";
import type { Action } from "#shared/permissions.ts";
import type { Role } from "#shared/roles.ts";
import {
  ClipboardPlus,
  CreditCard,
  FileSignature,
  FileUp,
  HousePlus,
  LogOut,
  type LucideIcon,
  MailPlus,
  SquarePlus,
} from "#web/icons.ts";
import type { Theme } from "#web/theme/theme.ts";

/** A page, setting, or action that the search finds without the server. */
export interface PaletteEntry {
  label: string;
  /** More words by which the search finds the entry. */
  searchWords: string;
  icon: LucideIcon;
  /** Shown only to users who have this permission. */
  permission?: Action;
  roles?: readonly Role[];
  outcome:
    | { href: string }
    | { action: "invite" | "sign-out" }
    | { theme: Theme }
    /** An action on the selected rows of a list. */
    | { run: () => void };
  /** The page it belongs to. */
  page?: string;
  /** Matches whole words only. */
  matchesWholeWordsOnly?: true;
}

/** The actions people can start from the search, in this order. Also offered before they type. */
export const paletteActions: readonly PaletteEntry[] = [
  {
    label: "New work order",
    icon: ClipboardPlus,
    permission: "work-orders.create",
    searchWords: "report a problem fault repair request broken add create",
    outcome: { href: newWorkOrderPath },
  },
  {
    label: "Pay rent",
    icon: CreditCard,
    roles: ["tenant"],
    permission: "payments.pay",
    searchWords: "make a payment money owe",
    outcome: { href: makePaymentPath },
  },
  {
    label: "Upload a document",
    icon: FileUp,
    permission: "documents.upload",
    searchWords: "file paper add new",
    outcome: { href: uploadDocumentPath() },
  },
  {
    label: "Invite someone",
    icon: MailPlus,
    permission: "invitations.create",
    searchWords: "person user tenant staff add new account",
    outcome: { action: "invite" },
  },
  {
    label: "Add a property",
    icon: HousePlus,
    permission: "properties.create",
    searchWords: "building new create",
    outcome: { href: addPropertyPath },
  },
  {
    label: "Add a unit",
    icon: SquarePlus,
    permission: "units.create",
    searchWords: "apartment office shop new create",
    outcome: { href: addUnitPath() },
  },
  {
    label: "New lease",
    icon: FileSignature,
    permission: "leases.create",
    searchWords: "company tenancy contract add create",
    outcome: { href: newLeasePath() },
  },
  {
    label: "Sign out",
    icon: LogOut,
    permission: "session.end",
    searchWords: "logout log out",
    // Pressing Enter after half a word must not end the session and lose unsaved input elsewhere.
    matchesWholeWordsOnly: true,
    outcome: { action: "sign-out" },
  },
];
