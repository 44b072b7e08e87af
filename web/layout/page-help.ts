import type { SessionUser } from "#domains/accounts/contract.ts";
import { type Action, canEver } from "#shared/permissions.ts";
import type { Role } from "#shared/roles.ts";
import { navigationFor } from "#web/layout/visible-navigation.ts";

/** One thing that can be done on the page, and who can do it. */
interface Tip {
  text: string;
  needs?: Action;
  roles?: readonly Role[];
}

interface PageHelp {
  /** The page's patterns, as in `pages.ts`. */
  patterns: readonly string[];
  /** Pages in the sidebar take their title and purpose from its entry. */
  title?: string;
  about?: string;
  tips?: readonly Tip[];
}

const tenants = ["tenant"] as const;
const staff = ["admin", "landlord"] as const;
const workers = ["admin", "landlord", "maintenance"] as const;

/** Every page inside the layout, with what can be done there (NAV-31). */
const table: readonly PageHelp[] = [
  {
    patterns: ["/", "/dashboard", "/start"],
    tips: [
      { text: "Click any number or chart bar to see the list behind it.", roles: workers },
      { text: "“Needs you” lists everything waiting for your decision.", roles: staff },
      {
        text: "“My work” lists your work orders: overdue and due today first, then by priority. Start and complete them right from the list.",
        roles: ["maintenance"],
      },
      { text: "Your balance and due date are at the top, with a button to pay.", roles: tenants },
    ],
  },
  {
    patterns: ["/my-day/:id?"],
    title: "My Day",
    about: "Your work orders for the day, even offline.",
    tips: [
      { text: "Overdue work comes first, then today's, then what's next." },
      { text: "The large button is always your next step: assign to yourself, start, or complete." },
      { text: "“Nearby” shows work on floors and in buildings you're already visiting." },
      { text: "Your work orders and their photos are saved on this device, so you can open them offline." },
    ],
  },
  {
    patterns: ["/work-orders/:id?", "/work-orders/:id/edit", "/work-orders/:id/delete"],
    tips: [
      { text: "Use “New Work Order” to report a problem: what's wrong, where, and a photo if you have one." },
      { text: "Open a work order to see its history, add a comment, and sign off when the work is done." },
      { text: "On the board, drag a card to another column to change its status.", roles: workers },
      { text: "You can reopen a completed work order within seven days if it isn't fixed.", roles: tenants },
    ],
  },
  {
    patterns: ["/documents"],
    tips: [
      { text: "Search looks at titles. Turn on “in files” to search the text of PDFs too." },
      { text: "Deleted documents stay in the trash for 30 days.", needs: "documents.edit" },
    ],
  },
  {
    patterns: ["/documents/:id"],
    title: "Document",
    about: "Preview, access, versions, and expiration date.",
    tips: [
      {
        text: "When a document is renewed, upload a new version. Earlier versions are kept.",
        needs: "documents.edit",
      },
    ],
  },
  {
    patterns: ["/payments"],
    tips: [
      { text: "“Make Payment” shows your balance and any fees before you confirm.", needs: "payments.pay" },
      { text: "Open a payment to view, print, or save its receipt." },
      { text: "Record checks, cash, and transfers received outside the portal.", needs: "payments.record" },
    ],
  },
  {
    patterns: ["/approvals"],
    tips: [{ text: "People you approve get access right away. People you decline see your reason." }],
  },
  {
    patterns: ["/properties"],
    tips: [{ text: "Open a property to see its units, work orders, documents, and people." }],
  },
  {
    patterns: ["/properties/:id"],
    title: "Property",
    about: "Details, units, work orders, documents, and people for this property.",
    tips: [{ text: "Approve people who request a unit here on the People tab." }],
  },
  { patterns: ["/add-property"] },
  { patterns: ["/add-unit"] },
  {
    patterns: ["/properties/:id/add-units"],
    title: "Add units",
    about: "Add several units to a property in one step.",
    tips: [{ text: "Copy cells from a spreadsheet and paste them into the first field." }],
  },
  {
    patterns: ["/units"],
    title: "Units",
    about: "All units at your properties, with their occupancy status.",
  },
  {
    patterns: ["/units/:id"],
    title: "Unit",
    about: "Details, lease history, work orders, and documents for this unit.",
  },
  {
    patterns: ["/import/:id?"],
    tips: [{ text: "Start with the template. The check points out every row with an error." }],
  },
  { patterns: ["/leases"] },
  { patterns: ["/companies"] },
  {
    patterns: ["/companies/:id"],
    title: "Company",
    about: "Contact details, leases and balances, people, work orders, and documents for this company.",
  },
  {
    patterns: ["/leases/new"],
    title: "New lease",
    about: "Enter the company, units, and dates. The units are reserved once the lease starts.",
  },
  {
    patterns: ["/leases/:id"],
    title: "Lease",
    about: "Units, people, terms, and balance for this lease.",
    tips: [{ text: "The Ledger tab shows every charge and payment.", needs: "ledger.read" }],
  },
  {
    patterns: ["/leases/:id/balance"],
    title: "Balance history",
    about: "Every entry that makes up the current balance.",
  },
  {
    patterns: ["/leases/:id/statement"],
    title: "Statement",
    about: "Charges and payments for any date range, to print or save as a PDF.",
  },
  { patterns: ["/reports/:report?"] },
  { patterns: ["/posting"] },
  { patterns: ["/settings"] },
  {
    patterns: ["/users/:id?"],
    tips: [
      { text: "People are disabled, never deleted. They can't sign in, but their history stays." },
      { text: "Under “API tokens,” you can see and revoke anyone's tokens." },
    ],
  },
  {
    patterns: ["/profile"],
    title: "Your profile",
    about: "Your name, email, password, active sessions, and API tokens.",
    tips: [
      { text: "Sign out any session you don't recognize, then change your password." },
      {
        text: "Give each app its own API token so you can revoke it separately.",
        needs: "tokens.use",
      },
    ],
  },
  {
    patterns: ["/profile/notifications"],
    title: "Notification settings",
    about: "Choose which notifications you get in the portal, by email, and by push.",
  },
  {
    patterns: ["/developers"],
    title: "Developers",
    about: "The portal API: authentication, guides, and a full reference.",
    tips: [{ text: "In the reference, “Try it out” runs read-only calls with your current session." }],
  },
  {
    patterns: ["/notifications"],
    title: "Notifications",
    about: "All your notifications, newest first. Click one to open the record.",
  },
  {
    patterns: ["/audit"],
    tips: [
      {
        text: "Deleted work orders keep their log, photos, files, and signatures. Click the number to view them.",
      },
    ],
  },
  {
    patterns: ["/audit/work-orders/:id"],
    title: "Deleted work order",
    about: "Records kept from a deleted work order. They can't be changed or restored.",
    tips: [{ text: "“Verify” recalculates the hashes of the log, photos, files, and signatures." }],
  },
  {
    patterns: ["/system"],
    tips: [{ text: "Failed jobs show the reason. Fix the cause, then try again." }],
  },
  {
    patterns: ["/dispatch"],
    tips: [
      { text: "Rules are checked from top to bottom. The first match assigns the work order." },
      {
        text: "New rules start off, so you can preview how they would have assigned the last 90 days of work orders.",
      },
    ],
  },
  { patterns: ["/webhooks"] },
  {
    patterns: ["/webhooks/:id"],
    title: "Webhook",
    about: "The events this webhook receives, and every delivery from the last 30 days.",
    tips: [{ text: "Open a delivery to see the request and response, or to send it again." }],
  },
  {
    patterns: ["/outbox/:id?"],
    tips: [{ text: "Failed emails show the reason and can be resent." }],
  },
];

interface Help {
  title: string;
  about: string;
  tips: readonly string[];
}

/** Returns the help for the page that `matches` accepts the pattern of, as far as it concerns this user. */
export function helpFor(user: SessionUser, matches: (pattern: string) => boolean): Help | undefined {
  const page = table.find(({ patterns }) => patterns.some(matches));
  if (page === undefined) return undefined;
  const entry = navigationFor(user)
    .flatMap((section) => section.entries)
    .find(({ href }) => page.patterns.some((pattern) => toBasePath(pattern) === href));
  const { title = entry?.label, about = entry?.purpose, tips = [] } = page;
  if (title === undefined || about === undefined) return undefined;
  return {
    title,
    about,
    tips: tips
      .filter(({ needs }) => needs === undefined || canEver(user, needs))
      .filter(({ roles }) => roles === undefined || roles.includes(user.role))
      .map(({ text }) => text),
  };
}

/** Turns `/outbox/:id?` into the sidebar's `/outbox`. */
const toBasePath = (pattern: string): string => pattern.replace(/\/:[a-z]+\?$/, "");
