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
  words: string;
  icon: LucideIcon;
  /** An action the user's role must be able to have. */
  needs?: Action;
  roles?: readonly Role[];
  outcome: { href: string } | { does: "invite" | "sign-out" } | { theme: Theme };
  /** The page it belongs to. */
  page?: string;
  /** Matches whole words only. */
  isForWholeWords?: true;
}

/** What people can start from the search, in this order. Also offered before they type. */
export const paletteActions: readonly PaletteEntry[] = [
  {
    label: "New work order",
    icon: ClipboardPlus,
    needs: "work-orders.create",
    words: "report a problem fault repair request broken add create",
    outcome: { href: newWorkOrderPath },
  },
  {
    label: "Pay rent",
    icon: CreditCard,
    roles: ["tenant"],
    needs: "payments.pay",
    words: "make a payment money owe",
    outcome: { href: makePaymentPath },
  },
  {
    label: "Upload a document",
    icon: FileUp,
    needs: "documents.upload",
    words: "file paper add new",
    outcome: { href: uploadDocumentPath() },
  },
  {
    label: "Invite someone",
    icon: MailPlus,
    needs: "invitations.create",
    words: "person user tenant staff add new account",
    outcome: { does: "invite" },
  },
  {
    label: "Add a property",
    icon: HousePlus,
    needs: "properties.create",
    words: "building new create",
    outcome: { href: addPropertyPath },
  },
  {
    label: "Add a unit",
    icon: SquarePlus,
    needs: "units.create",
    words: "apartment office shop new create",
    outcome: { href: addUnitPath() },
  },
  {
    label: "New lease",
    icon: FileSignature,
    needs: "leases.create",
    words: "company tenancy contract add create",
    outcome: { href: newLeasePath() },
  },
  {
    label: "Sign out",
    icon: LogOut,
    needs: "session.end",
    words: "logout log out",
    // Pressing Enter after half a word must not end the session and lose unsaved input elsewhere.
    isForWholeWords: true,
    outcome: { does: "sign-out" },
  },
];
