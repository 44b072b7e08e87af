import { auditPath } from "#domains/audit/paths.ts";
import { dashboardPath } from "#domains/dashboard/paths.ts";
import { dispatchPath } from "#domains/dispatch/paths.ts";
import { documentsPath } from "#domains/documents/paths.ts";
import { myDayPath } from "#domains/field-work/paths.ts";
import { importPath } from "#domains/imports/paths.ts";
import { companiesPath, leasesPath } from "#domains/leases/paths.ts";
import { postingPath, reportsPath } from "#domains/ledger/paths.ts";
import { outboxPath } from "#domains/notifications/paths.ts";
import { paymentsPath } from "#domains/payments/paths.ts";
import { approvalsPath, usersPath } from "#domains/people/paths.ts";
import { addPropertyPath, addUnitPath, propertiesPath } from "#domains/properties/paths.ts";
import { settingsPath } from "#domains/settings/paths.ts";
import { systemPath } from "#domains/system/paths.ts";
import { webhooksPath } from "#domains/webhooks/paths.ts";
import { workOrdersPath } from "#domains/work-orders/paths.ts";
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

export interface NavigationEntry {
  label: string;
  /** More words by which the search finds the entry. */
  words: string;
  href: string;
  icon: LucideIcon;
  /** The roles that see the entry. Everyone, if missing. */
  roles?: readonly Role[] | undefined;
  /** An action the user's role must be able to have. */
  needs?: Action | undefined;
  /** The count next to the entry (see counts.ts). */
  count?: "open-work-orders" | "approvals" | undefined;
  /** The page's purpose, as shown in the help. */
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
        href: myDayPath,
        icon: ListTodo,
        roles: ["maintenance"],
        needs: "work-orders.read-my-day",
        purpose: "Your work for today, with access notes and contacts. Works offline.",
      },
      {
        label: "Dashboard",
        words: "home start overview figures",
        href: dashboardPath,
        icon: LayoutDashboard,
        purpose: "Key numbers, recent work orders, and your building at a glance.",
      },
      {
        label: "Work Orders",
        words: "requests repairs maintenance problems faults jobs board export",
        href: workOrdersPath,
        icon: ClipboardList,
        count: "open-work-orders",
        purpose:
          "Report problems and track them until they're fixed. Everyone involved sees the same history.",
      },
      {
        label: "Documents",
        words: "files papers certificates contracts insurance export",
        href: documentsPath,
        icon: FileText,
        purpose: "Find, download, and upload leases, certificates, contracts, and other building documents.",
      },
      {
        label: "Payments",
        words: "rent balance owed due money receipts refunds history statement export",
        href: paymentsPath,
        icon: CreditCard,
        purpose: "See what's due, pay online or report a payment, and get receipts.",
      },
      {
        label: "Approvals",
        words: "waiting registrations requests claims",
        href: approvalsPath,
        icon: UserCheck,
        roles: staff,
        needs: "people.approve",
        count: "approvals",
        purpose: "People who have registered and are waiting for approval.",
      },
    ],
  },
  {
    heading: "Property Management",
    entries: [
      {
        label: "Properties",
        words: "property buildings houses export",
        href: propertiesPath,
        icon: Building2,
        roles: staff,
        needs: "properties.list",
        purpose: "Your properties, with their units, work orders, and people.",
      },
      {
        label: "Add Property",
        words: "building new",
        href: addPropertyPath,
        icon: HousePlus,
        roles: staff,
        needs: "properties.create",
        purpose: "Add a property. You can add its units next.",
      },
      {
        label: "Add Unit",
        words: "apartment office shop new",
        href: addUnitPath(),
        icon: CirclePlus,
        roles: staff,
        needs: "units.create",
        purpose: "Add a unit to one of your properties.",
      },
      {
        label: "Leases",
        words: "tenancy contract agreement terms ledger statement balance members export",
        href: leasesPath,
        icon: FileSignature,
        roles: staff,
        needs: "leases.edit",
        purpose: "Leases, with their companies, units, dates, and people.",
      },
      {
        label: "Companies",
        words: "company tenants businesses contacts add export",
        href: companiesPath,
        icon: Briefcase,
        roles: staff,
        needs: "companies.list",
        purpose: "Tenant companies, their contact details, and their leases.",
      },
      {
        label: "Dispatch rules",
        words: "teams assign assignment automatic rule maintenance staff technicians",
        href: dispatchPath,
        icon: Split,
        roles: staff,
        needs: "dispatch.read",
        purpose: "Set up maintenance teams and rules that assign new work orders automatically.",
      },
      {
        label: "Reports",
        words: "figures finance income export",
        href: reportsPath,
        icon: ChartColumn,
        roles: staff,
        needs: "reports.read",
        purpose: "Aged receivables, rent roll, and collections by month.",
      },
      {
        label: "Import",
        words: "upload csv excel spreadsheet migrate",
        href: importPath,
        icon: FileUp,
        roles: staff,
        needs: "imports.write",
        purpose:
          "Import properties, units, and more from a spreadsheet. Every row is checked before anything is saved.",
      },
    ],
  },
  {
    heading: "Admin",
    entries: [
      {
        label: "Manage Users",
        words: "people accounts staff roles tenants disable invitations export",
        href: usersPath,
        icon: Users,
        roles: admins,
        needs: "people.edit",
        purpose: "Invite people, change their roles or properties, and disable accounts.",
      },
      {
        label: "Charge Posting",
        words: "charges late fees run",
        href: postingPath,
        icon: CalendarSync,
        roles: admins,
        needs: "ledger.post",
        purpose: "Charges and late fees post every hour. Check the latest run, or post what's due now.",
      },
      {
        label: "Settings",
        words: "organization name logo contacts portal payment card fee registration time zone",
        href: settingsPath,
        icon: Settings,
        roles: admins,
        needs: "settings.read",
        purpose: "Organization details, payments and fees, registration, and settings for each property.",
      },
      {
        label: "Audit log",
        words: "history changes who did what trail export",
        href: auditPath,
        icon: History,
        roles: admins,
        needs: "audit.read",
        purpose:
          "See who did what, when, and from where. Filter by person, property, record, or date, and export the results.",
      },
      {
        label: "Outbox",
        words: "emails email e-mail messages sent failed export",
        href: outboxPath,
        icon: Mails,
        roles: admins,
        needs: "outbox.read",
        purpose: "Every email the portal has sent or tried to send.",
      },
      {
        label: "Webhooks",
        words: "api integrations programs events deliveries notify export",
        href: webhooksPath,
        icon: Webhook,
        roles: admins,
        needs: "webhooks.read",
        purpose: "Notify other systems when something happens, and review each delivery.",
      },
      {
        label: "System",
        words: "status health version database disk queue jobs failed storage scanner instances",
        href: systemPath,
        icon: Activity,
        roles: admins,
        needs: "system.read",
        purpose: "Status of the database, disk, jobs, email, storage, and instances.",
      },
    ],
  },
];
