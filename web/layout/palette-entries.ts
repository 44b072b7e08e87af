import type { SessionUser } from "#domains/accounts/contract.ts";
import { developersPath } from "#domains/developers/paths.ts";
import { documentTrashPath, uploadDocumentPath } from "#domains/documents/paths.ts";
import { leasesPath, newLeasePath } from "#domains/leases/paths.ts";
import { reportPath } from "#domains/ledger/paths.ts";
import { notificationPreferencesPath, notificationsPath } from "#domains/notifications/paths.ts";
import { makePaymentPath } from "#domains/payments/paths.ts";
import { profilePath } from "#domains/people/paths.ts";
import { addPropertyPath, addUnitPath, unitsPath } from "#domains/properties/paths.ts";
import { newWorkOrderPath } from "#domains/work-orders/paths.ts";
import {
  Bell,
  BellRing,
  ChartColumn,
  ClipboardPlus,
  CreditCard,
  DoorOpen,
  FileSignature,
  FileUp,
  HousePlus,
  KeyRound,
  LogOut,
  MailPlus,
  MonitorSmartphone,
  ShieldCheck,
  SquarePlus,
  Trash2,
  UserRound,
} from "#web/icons.ts";
import type { NavigationEntry } from "#web/layout/navigation.ts";
import { themeTexts } from "#web/layout/sidebar-footer.tsx";
import { isVisibleTo, navigationFor } from "#web/layout/visible-navigation.ts";
import { type Theme, themes } from "#web/theme/theme.ts";

/** A page, setting, or action that the search finds without the server. */
export interface PaletteEntry extends Pick<NavigationEntry, "label" | "words" | "icon" | "roles" | "needs"> {
  outcome: { href: string } | { does: "invite" | "sign-out" } | { theme: Theme };
  /** The page it belongs to. */
  of?: string;
  /** Matches whole words only. */
  isForWholeWords?: true;
}

const tenants = ["tenant"] as const;

/** Also offered before the user types. */
const actions: readonly PaletteEntry[] = [
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
    roles: tenants,
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

/** Offered after the sidebar's pages. */
const pages: readonly PaletteEntry[] = [
  {
    label: "Units",
    icon: DoorOpen,
    needs: "units.read",
    words: "apartments offices shops vacant occupied occupancy export",
    outcome: { href: unitsPath },
  },
  {
    label: "Your profile",
    icon: UserRound,
    needs: "profile.read",
    words: "account name phone address",
    outcome: { href: profilePath },
  },
];

/** Only found by typing, like the settings. */
const furtherPages: readonly PaletteEntry[] = [
  {
    label: "Developers",
    icon: KeyRound,
    needs: "tokens.use",
    words: "api reference documentation programs integration openapi swagger token",
    outcome: { href: developersPath },
  },
  {
    label: "Your leases",
    icon: FileSignature,
    roles: tenants,
    needs: "leases.list",
    words: "tenancy contract agreement terms ledger statement balance members export",
    outcome: { href: leasesPath },
  },
  {
    label: "Aged receivables",
    icon: ChartColumn,
    needs: "reports.read",
    words: "balance owed overdue arrears late debt credit export",
    outcome: { href: reportPath("aged") },
    of: "Reports",
  },
  {
    label: "Rent roll",
    icon: ChartColumn,
    needs: "reports.read",
    words: "balance income deposits running leases export",
    outcome: { href: reportPath("rent-roll") },
    of: "Reports",
  },
  {
    label: "Rent by month",
    icon: ChartColumn,
    needs: "reports.read",
    words: "charged collected income monthly year export",
    outcome: { href: reportPath("months") },
    of: "Reports",
  },
  {
    label: "Trash",
    icon: Trash2,
    needs: "documents.edit",
    words: "deleted documents restore bin",
    outcome: { href: documentTrashPath },
    of: "Documents",
  },
  {
    label: "Notifications",
    icon: Bell,
    needs: "notifications.read",
    words: "bell messages unread",
    outcome: { href: notificationsPath },
  },
];

const settings: readonly PaletteEntry[] = [
  {
    label: "Password",
    icon: KeyRound,
    needs: "profile.edit",
    words: "change security sign-in",
    outcome: { href: profilePath },
    of: "Your profile",
  },
  {
    label: "Two-factor authentication",
    icon: ShieldCheck,
    needs: "profile.edit",
    words: "2fa mfa authenticator app recovery codes security sign-in",
    outcome: { href: profilePath },
    of: "Your profile",
  },
  {
    label: "Where you're signed in",
    icon: MonitorSmartphone,
    needs: "profile.read",
    words: "sessions devices browsers security end",
    outcome: { href: profilePath },
    of: "Your profile",
  },
  {
    label: "Notification settings",
    icon: BellRing,
    needs: "notifications.edit",
    words: "email e-mail emails preferences unsubscribe",
    outcome: { href: notificationPreferencesPath },
  },
  ...themes.map((theme) => ({
    label: `${themeTexts[theme].label} theme`,
    icon: themeTexts[theme].Icon,
    words: "mode appearance colors",
    outcome: { theme },
  })),
];

interface PaletteGroup {
  name: string;
  /** Also offered before the user types. */
  offered: readonly PaletteEntry[];
  onlyFound: readonly PaletteEntry[];
}

/** Returns all pages, settings, and actions for this user. */
export function paletteGroupsFor(user: SessionUser): PaletteGroup[] {
  const onlyVisible = (entries: readonly PaletteEntry[]) =>
    entries.filter((entry) => isVisibleTo(entry, user));
  const actionPaths = actions.map(({ outcome }) => "href" in outcome && outcome.href);
  const sidebarEntries = navigationFor(user)
    .flatMap(({ entries }) => entries)
    // `Add Property` in the sidebar is the same as the action `Add a property`.
    .filter(({ href }) => !actionPaths.includes(href))
    .map((entry) => ({ ...entry, outcome: { href: entry.href } }));
  return [
    { name: "Actions", offered: onlyVisible(actions), onlyFound: [] },
    {
      name: "Pages",
      offered: [...sidebarEntries, ...onlyVisible(pages)],
      onlyFound: onlyVisible(furtherPages),
    },
    { name: "Settings", offered: [], onlyFound: onlyVisible(settings) },
  ];
}
