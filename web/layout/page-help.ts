import type { SessionUser } from "#domains/accounts/contract.ts";
import { type Action, mayEver } from "#shared/permissions.ts";
import type { Role } from "#shared/roles.ts";
import { navigationFor } from "#web/layout/visible-navigation.ts";

/** What can be done on a page, by those who may. */
interface Tip {
  text: string;
  needs?: Action;
  roles?: readonly Role[];
}

interface PageHelp {
  /** The pattern of the page, as in `pages.ts`. */
  patterns: readonly string[];
  /** For pages of the sidebar both come from the entry. */
  title?: string;
  about?: string;
  tips?: readonly Tip[];
}

const tenants = ["tenant"] as const;
const staff = ["admin", "landlord"] as const;
const workers = ["admin", "landlord", "maintenance"] as const;

/** Every page inside the layout, and what can be done there (NAV-31). */
const table: readonly PageHelp[] = [
  {
    patterns: ["/", "/dashboard", "/start"],
    tips: [
      { text: "Each figure and each bar of a chart opens the list it is counted from.", roles: workers },
      { text: "Under “Needs you” is what waits for your decision.", roles: staff },
      {
        text: "“My work” has your orders, what is overdue or due today first, then the most urgent: start and complete them in their rows.",
        roles: ["maintenance"],
      },
      { text: "What you owe and by when is at the top, with the way to pay it.", roles: tenants },
    ],
  },
  {
    patterns: ["/my-day/:id?"],
    title: "My Day",
    about: "A technician's work in the order of the day, also without a network.",
    tips: [
      { text: "Overdue work comes first, then what is for today, then what comes next." },
      { text: "The large button is the next step: take an order, start it, and say that it is done." },
      { text: "“Nearby” is on the floors and in the buildings where you are anyway." },
      { text: "Your orders and their photos are kept on this device and open without a network." },
    ],
  },
  {
    patterns: ["/work-orders/:id?", "/work-orders/:id/edit", "/work-orders/:id/delete"],
    tips: [
      { text: "Report a fault with “New Work Order”: what it is, where, and a photo if you have one." },
      { text: "Open an order to see its history, comment, and sign it off when the work is done." },
      { text: "On the board, drag a card into another column to change its status.", roles: workers },
      { text: "A finished job that is not right can be reopened for seven days.", roles: tenants },
    ],
  },
  {
    patterns: ["/documents"],
    tips: [
      { text: "The search looks at titles; “in files” looks at the text of PDFs too." },
      { text: "Deleted documents stay in the trash for 30 days.", needs: "documents.edit" },
    ],
  },
  {
    patterns: ["/documents/:id"],
    title: "Document",
    about: "One document: a preview, who may see it, its earlier files, and how long it is valid.",
    tips: [
      {
        text: "Upload a newer file when a document is renewed; the earlier ones stay.",
        needs: "documents.edit",
      },
    ],
  },
  {
    patterns: ["/payments"],
    tips: [
      { text: "“Make Payment” shows what is owed and every fee before you confirm.", needs: "payments.pay" },
      { text: "Open a payment for its receipt, to print or to save." },
      { text: "Record a check, cash or transfer that reached you by another way.", needs: "payments.record" },
    ],
  },
  {
    patterns: ["/approvals"],
    tips: [{ text: "Whoever you approve sees the unit at once; whoever you refuse reads your reason." }],
  },
  {
    patterns: ["/properties"],
    tips: [{ text: "Open a building for its units, work orders, documents and people." }],
  },
  {
    patterns: ["/properties/:id"],
    title: "Property",
    about: "One building with its facts, units, work orders, documents and people.",
    tips: [{ text: "People who claim a unit here are approved on the tab “People”." }],
  },
  { patterns: ["/add-property"] },
  { patterns: ["/add-unit"] },
  {
    patterns: ["/properties/:id/add-units"],
    title: "Add units",
    about: "Several units of one building at once.",
    tips: [{ text: "Copy the cells of a spreadsheet and paste them into the first field." }],
  },
  {
    patterns: ["/units"],
    title: "Units",
    about: "The units of all your buildings, occupied, vacant or being worked on.",
  },
  {
    patterns: ["/units/:id"],
    title: "Unit",
    about: "One unit with its facts, its leases past and present, its work orders and its documents.",
  },
  {
    patterns: ["/import/:id?"],
    tips: [{ text: "Download the template of a kind first; the check names every row that is wrong." }],
  },
  { patterns: ["/leases"] },
  { patterns: ["/companies"] },
  {
    patterns: ["/companies/:id"],
    title: "Company",
    about:
      "One company: how it is reached, its leases and what is owed on them, its people, work orders and documents.",
  },
  {
    patterns: ["/leases/new"],
    title: "New lease",
    about:
      "Record which company leases which units, and from when. The lease holds the units once it begins.",
  },
  {
    patterns: ["/leases/:id"],
    title: "Lease",
    about: "One tenancy: its units, its people, what it costs by its terms, and what is owed on it.",
    tips: [{ text: "The tab “Ledger” says what was charged and paid, to the cent.", needs: "ledger.read" }],
  },
  {
    patterns: ["/leases/:id/balance"],
    title: "How the balance came about",
    about: "Every entry from zero to what is owed today, one after the other.",
  },
  {
    patterns: ["/leases/:id/statement"],
    title: "Statement",
    about: "What was charged and paid between two days, to print or to save as a PDF.",
  },
  { patterns: ["/reports/:report?"] },
  { patterns: ["/posting"] },
  { patterns: ["/settings"] },
  {
    patterns: ["/users/:id?"],
    tips: [
      { text: "Nobody is deleted: a disabled person cannot sign in, and what they did stays." },
      { text: "Under “API tokens” you see the tokens of everybody, and can revoke them." },
    ],
  },
  {
    patterns: ["/profile"],
    title: "Your profile",
    about: "Your name and address, your password, where you are signed in, and your API tokens.",
    tips: [
      { text: "End a session you do not know, and change your password." },
      {
        text: "A program gets an API token of its own, which you can revoke by itself.",
        needs: "tokens.use",
      },
    ],
  },
  {
    patterns: ["/profile/notifications"],
    title: "Notification settings",
    about: "Choose which notifications you get here, and which by mail.",
  },
  {
    patterns: ["/developers"],
    title: "Developers",
    about: "The API of the portal: how a program of your own signs in, and every call it can make.",
    tips: [{ text: "In the reference, “Try it out” reads with your own session and shows the answer." }],
  },
  {
    patterns: ["/notifications"],
    title: "Notifications",
    about: "All your notifications, newest first; each opens the record it is about.",
  },
  {
    patterns: ["/audit"],
    tips: [
      {
        text: "Of a deleted work order, the log, photos, files and signatures are kept: its name leads to them.",
      },
    ],
  },
  {
    patterns: ["/audit/work-orders/:id"],
    title: "Deleted work order",
    about: "What is kept of a work order that was deleted. Nobody can change or restore it.",
    tips: [{ text: "“Verify” computes the hashes of log, photos, files and signatures anew." }],
  },
  {
    patterns: ["/system"],
    tips: [{ text: "A job that failed says why, and can be tried again once the cause is mended." }],
  },
  {
    patterns: ["/dispatch"],
    tips: [
      { text: "The first rule that matches assigns a new order; move rules up and down to change which." },
      {
        text: "A new rule is off until you have seen what it would have done with the orders of the last 90 days.",
      },
    ],
  },
  { patterns: ["/webhooks"] },
  {
    patterns: ["/webhooks/:id"],
    title: "Webhook",
    about: "One webhook: the events it is told of, and every delivery of the last 30 days.",
    tips: [
      { text: "Open a delivery for what was sent and what the receiver answered, and to send it again." },
    ],
  },
  {
    patterns: ["/outbox/:id?"],
    tips: [{ text: "A mail that failed says why, and can be sent again." }],
  },
];

interface Help {
  title: string;
  about: string;
  tips: readonly string[];
}

/** The help for the page at an address, for this user; `matches` says whether a pattern matches the address. */
export function helpFor(user: SessionUser, matches: (pattern: string) => boolean): Help | undefined {
  const page = table.find(({ patterns }) => patterns.some(matches));
  if (page === undefined) return undefined;
  const entry = navigationFor(user)
    .flatMap((section) => section.entries)
    .find(({ href }) => page.patterns.some((pattern) => baseOf(pattern) === href));
  const { title = entry?.label, about = entry?.purpose, tips = [] } = page;
  if (title === undefined || about === undefined) return undefined;
  return {
    title,
    about,
    tips: tips
      .filter(({ needs }) => needs === undefined || mayEver(user, needs))
      .filter(({ roles }) => roles === undefined || roles.includes(user.role))
      .map(({ text }) => text),
  };
}

/** Matches `/outbox/:id?` with the sidebar's `/outbox`. */
const baseOf = (pattern: string): string => pattern.replace(/\/:[a-z]+\?$/, "");
