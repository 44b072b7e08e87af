import type { Action, Role } from "#shared/permissions.ts";
import {
  Activity,
  Briefcase,
  Building2,
  CalendarSync,
  ChartColumn,
  CirclePlus,
  ClipboardList,
  CreditCard,
  FileSignature,
  FileText,
  FileUp,
  History,
  HousePlus,
  LayoutDashboard,
  ListTodo,
  type LucideIcon,
  Mails,
  Settings,
  Split,
  UserCheck,
  Users,
  Webhook,
} from "#web/icons.ts";
import { paths } from "#web/paths.ts";

export interface NavigationEntry {
  label: string;
  /** Other words by which the search finds it. */
  words: string;
  href: string;
  icon: LucideIcon;
  /** The roles that see it; everybody when missing. */
  roles?: readonly Role[] | undefined;
  /** And only users whose role ever permits this action. */
  needs?: Action | undefined;
  /** The number next to it (see counts.ts). */
  count?: "open-work-orders" | "approvals" | undefined;
  /** What the page is for, as shown in the help. */
  purpose: string;
}

export interface NavigationSection {
  heading: string | null;
  entries: readonly NavigationEntry[];
}

const staff = ["admin", "landlord"] as const;
const admins = ["admin"] as const;

/** The sidebar, from top to bottom (NAV-22 to NAV-25). */
export const navigation: readonly NavigationSection[] = [
  {
    heading: null,
    entries: [
      {
        label: "My Day",
        words: "today work orders jobs overdue near next start take",
        href: paths.myDay,
        icon: ListTodo,
        roles: ["maintenance"],
        needs: "work-orders.read-my-day",
        purpose:
          "Your work in the order of the day, with the way in and who is there, also without a network.",
      },
      {
        label: "Dashboard",
        words: "home start overview figures",
        href: paths.dashboard,
        icon: LayoutDashboard,
        purpose: "What matters now: figures, the newest work orders and your building at a glance.",
      },
      {
        label: "Work Orders",
        words: "requests repairs maintenance problems faults jobs board export",
        href: paths.workOrders,
        icon: ClipboardList,
        count: "open-work-orders",
        purpose:
          "Report a problem in the building and follow it until it is done. Everybody involved sees the same history.",
      },
      {
        label: "Documents",
        words: "files papers certificates contracts insurance export",
        href: paths.documents,
        icon: FileText,
        purpose:
          "Leases, certificates, contracts and other documents of the building: find, download and upload them.",
      },
      {
        label: "Payments",
        words: "rent balance owed due money receipts refunds history statement export",
        href: paths.payments,
        icon: CreditCard,
        purpose:
          "What is owed and by when, paying it online or saying that you paid otherwise, and every payment with its receipt.",
      },
      {
        label: "Approvals",
        words: "waiting registrations requests claims",
        href: paths.approvals,
        icon: UserCheck,
        roles: staff,
        needs: "people.approve",
        count: "approvals",
        purpose: "People who registered and wait for somebody to confirm who they are.",
      },
    ],
  },
  {
    heading: "Property Management",
    entries: [
      {
        label: "Properties",
        words: "property buildings houses export",
        href: paths.properties,
        icon: Building2,
        roles: staff,
        needs: "properties.list",
        purpose: "Your buildings, each with its photo, units, work orders and people.",
      },
      {
        label: "Add Property",
        words: "building new",
        href: paths.addProperty,
        icon: HousePlus,
        roles: staff,
        needs: "properties.create",
        purpose: "Enter a building with its address; its units come next.",
      },
      {
        label: "Add Unit",
        words: "apartment office shop new",
        href: paths.addUnit(),
        icon: CirclePlus,
        roles: staff,
        needs: "units.create",
        purpose: "Enter an apartment, office or shop of one of your buildings.",
      },
      {
        label: "Leases",
        words: "tenancy contract agreement terms ledger statement balance members export",
        href: paths.leases,
        icon: FileSignature,
        roles: staff,
        needs: "leases.edit",
        purpose: "Which company has which units, from when to when, and who belongs to it.",
      },
      {
        label: "Companies",
        words: "company tenants businesses contacts add export",
        href: paths.companies,
        icon: Briefcase,
        roles: staff,
        needs: "companies.list",
        purpose: "The companies that lease from you: how they are reached, and their leases.",
      },
      {
        label: "Dispatch rules",
        words: "teams assign assignment automatic rule maintenance staff technicians",
        href: paths.dispatch,
        icon: Split,
        roles: staff,
        needs: "dispatch.read",
        purpose:
          "Teams of maintenance staff, and rules that give new work orders to the right person or team.",
      },
      {
        label: "Reports",
        words: "figures finance income export",
        href: paths.reports,
        icon: ChartColumn,
        roles: staff,
        needs: "reports.read",
        purpose: "Who owes what and since when, what every lease brings in, and what was collected by month.",
      },
      {
        label: "Import",
        words: "upload csv excel spreadsheet migrate",
        href: paths.import,
        icon: FileUp,
        roles: staff,
        needs: "imports.write",
        purpose:
          "Bring buildings, units and more from a spreadsheet; every row is checked before anything is written.",
      },
    ],
  },
  {
    heading: "Admin",
    entries: [
      {
        label: "Manage Users",
        words: "people accounts staff roles tenants disable invitations export",
        href: paths.users,
        icon: Users,
        roles: admins,
        needs: "people.edit",
        purpose: "Invite people, change their role or buildings, and disable accounts.",
      },
      {
        label: "Posting",
        words: "charges late fees run",
        href: paths.posting,
        icon: CalendarSync,
        roles: admins,
        needs: "ledger.post",
        purpose:
          "Charges and late fees are posted every hour; see how far a run is, or post what is due now.",
      },
      {
        label: "Settings",
        words: "organization name logo contacts portal payment card fee registration time zone",
        href: paths.settings,
        icon: Settings,
        roles: admins,
        needs: "settings.read",
        purpose:
          "Who runs the portal, how rent is paid and what it costs by card, who may register, and what each building has of its own.",
      },
      {
        label: "Audit log",
        words: "history changes who did what trail export",
        href: paths.audit,
        icon: History,
        roles: admins,
        needs: "audit.read",
        purpose:
          "Who did what, when and from where: find it by person, building, record, day or words, and export it.",
      },
      {
        label: "Outbox",
        words: "mails email e-mail messages sent failed export",
        href: paths.outbox,
        icon: Mails,
        roles: admins,
        needs: "outbox.read",
        purpose: "Every mail the portal wrote, with its state and its text.",
      },
      {
        label: "Webhooks",
        words: "api integrations programs events deliveries notify export",
        href: paths.webhooks,
        icon: Webhook,
        roles: admins,
        needs: "webhooks.read",
        purpose:
          "Other programs that are told at once what happens, each with its deliveries and their results.",
      },
      {
        label: "System",
        words: "status health version database disk queue jobs failed storage scanner instances",
        href: paths.system,
        icon: Activity,
        roles: admins,
        needs: "system.read",
        purpose:
          "Whether the portal and all it depends on work: database, disk, jobs, mail, storage, instances.",
      },
    ],
  },
];
