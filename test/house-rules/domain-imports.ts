/*
 * The files of other domains that a domain uses in addition to their top-level files, with the reason. `test/house-rules/tidy.test.ts` checks that
 * no other file is used, that each of these is still used, and that domains form no cycles.
 */

interface Use {
  files: string[];
  why: string;
}

/** By domain, then by the domain it uses. */
export const domainImports: Record<string, Record<string, Use>> = {
  dashboard: {
    documents: {
      files: ["download-button.tsx", "expiration-badge.tsx", "file-type-tile.tsx", "list.ts"],
      why: "The document count is the total of the list, and recent and expiring documents look like those of the list",
    },
    leases: {
      files: ["access.ts", "list-leases.ts"],
      why: "A tenant sees the money of certain leases. The number of leases that end soon is the length of their list",
    },
    ledger: {
      files: [
        "amount-figures.tsx",
        "read-account.ts",
        "reports-leases.ts",
        "reports-months.ts",
        "sum-collected.ts",
        "sum-overdue.ts",
      ],
      why: "Rent collected, a tenant's balance, and rent by month",
    },
    payments: {
      files: ["queries.ts", "review-dialogs.tsx", "send-reminder-button.tsx"],
      why: "A payment is reviewed from `Needs you` as from its list. Overdue tenants are reminded there, and tenants see their rejected payments",
    },
    people: {
      files: ["approve-button.tsx", "list-people.ts"],
      why: "The setup checklist asks whether there are tenants. A person is approved in their row of `Needs you`",
    },
    properties: {
      files: ["list-properties.ts", "list-units.ts", "stacking-plan.tsx"],
      why: "Occupancy is the length of the list of units it opens, and a building shows its stacking plan. The setup checklist asks whether there are properties and units",
    },
    "work-orders": {
      files: [
        "access.ts",
        "appointment-columns.ts",
        "assign-menu.tsx",
        "due-date.tsx",
        "finish-button.tsx",
        "list.ts",
        "mutations.ts",
        "next-step.tsx",
        "short-work-order-table.tsx",
        "visit-time.tsx",
      ],
      why: "Figures and charts are the totals of the lists they open. Work orders are moved and assigned in their rows",
    },
  },
  dispatch: {
    properties: {
      files: ["access.ts"],
      why: "Rules and teams are for properties within the same access scope",
    },
    "work-orders": {
      files: ["access.ts", "rules.ts", "teams.ts", "unassign-work-orders.ts"],
      why: "A rule is tried with the condition that assigns new work orders. A team without members gives up its work orders. Visits and plans are part of work orders",
    },
  },
  documents: {
    ledger: { files: ["verify-ledger.ts"], why: "Both are verified in batches" },
  },
  expenses: {
    documents: {
      files: ["store-file.ts", "store-only-file.ts"],
      why: "The file of a bill passes the checks of a document",
    },
    properties: {
      files: ["access.ts"],
      why: "Bills, and the years of expense pools, are for properties within the same access scope",
    },
    "work-orders": { files: ["access.ts"], why: "A bill can be for a work order that the user can access" },
  },
  "field-work": {
    "work-orders": {
      files: [
        "access.ts",
        "add-photos.tsx",
        "change-texts.ts",
        "change-types.ts",
        "conflict-banner.tsx",
        "conflict-text.tsx",
        "dialog-path.ts",
        "due-date.tsx",
        "history.ts",
        "mutations.ts",
        "offline-queue.ts",
        "pause-note.tsx",
        "pending-badge.tsx",
        "pending-photo.tsx",
        "pending-times.ts",
        "pending-work.ts",
        "photo-limits.ts",
        "present.ts",
        "queries.ts",
        "query-keys.ts",
        "running-clock.tsx",
        "save-change.ts",
        "teams.ts",
        "time-entry-dialog.tsx",
        "use-start-work.tsx",
        "visit-time.tsx",
        "work-buttons.tsx",
        "work-order-dialogs.tsx",
      ],
      why: "My Day, the time log, and conflicts are about work orders: their access rule, their steps, and the parts of their pages",
    },
  },
  imports: {
    expenses: { files: ["enter-bill.ts"], why: "Bills are entered by the rules of the form" },
    leases: {
      files: ["create-lease.ts", "write-terms.ts"],
      why: "Leases and their terms are recorded by the rules of the form",
    },
    ledger: {
      files: ["hold-charges.ts", "lock-account.ts", "open-account.ts", "reverse-entry.ts"],
      why: "Opening balances are imported with the leases, and reversed if the import is undone. Charges wait until then",
    },
    people: { files: ["invite.ts"], why: "An import invites each person as the dialog does" },
    properties: {
      files: ["access.ts", "create-property.ts", "create-unit.ts", "publish-change.ts"],
      why: "Properties are found and written within the same access scope",
    },
    recoveries: {
      files: ["set-history.ts"],
      why: "Amounts from the previous system are entered by the rules of the form",
    },
  },
  leases: {
    documents: {
      files: ["expiration-badge.tsx", "related-documents.tsx"],
      why: "The pages of a lease and a company show their documents",
    },
    ledger: {
      files: ["amount-figures.tsx", "lease-ledger.tsx", "ledger-dialog.tsx", "open-dialog.ts", "queries.ts"],
      why: "The page of a lease shows what is due and its ledger. Moving out adds deductions and returns the deposit",
    },
    people: {
      files: ["invitation-sent-dialog.tsx", "invitation-table.tsx", "person-state.tsx", "query-keys.ts"],
      why: "The page of a company shows its people, and that of a lease its open invitations",
    },
    "work-orders": {
      files: ["related-work-orders.tsx"],
      why: "The pages of a lease and a company show their work orders",
    },
  },
  ledger: {
    leases: {
      files: [
        "access.ts",
        "lease-conditions.ts",
        "leases-to-notify.ts",
        "publish-change.ts",
        "search-text.ts",
        "terms-versions.ts",
      ],
      why: "Entries are about a lease: its terms, its words in reports, its access rule, and its live events",
    },
  },
  "month-end": {
    documents: { files: ["file-pdf.ts"], why: "Issued owner statements are filed among the documents" },
    ledger: {
      files: ["lock-account.ts", "reports-aged.ts", "reports-months.ts"],
      why: "Closing a month takes the lock of posting. Owner statements show the amounts of the reports",
    },
    reports: {
      files: [
        "budget-and-actual.ts",
        "build-report.ts",
        "define-report.ts",
        "lease-expirations.ts",
        "period-work-orders.ts",
        "rented-space.ts",
        "report-files.ts",
        "report-table.tsx",
        "today.ts",
      ],
      why: "The sections of an owner statement are tables of reports, on screen and as PDF",
    },
    properties: {
      files: ["access.ts"],
      why: "The months of a property have its access rule",
    },
  },
  notifications: {
    accounts: {
      files: ["resend-confirmation-button.tsx"],
      why: "The notification settings offer to resend the confirmation email",
    },
    settings: { files: ["time-zones.ts"], why: "Quiet hours use the same list of time zones" },
  },
  payments: {
    documents: {
      files: ["clean-name.ts", "store-file.ts"],
      why: "A proof of payment passes the checks of a document",
    },
    leases: {
      files: ["access.ts", "leases-to-notify.ts", "place-columns.ts", "publish-change.ts", "search-text.ts"],
      why: "Recipients of rent notifications, the place of a payment, and the lease's live events",
    },
    ledger: {
      files: [
        "amount-figures.tsx",
        "apply-credit-first.ts",
        "apply-credits.ts",
        "closed-months.ts",
        "dialog-parts.tsx",
        "find-charge.ts",
        "list-open-charges.ts",
        "lock-account.ts",
        "money-dialog.tsx",
        "payment-dialog.tsx",
        "queries.ts",
        "query-keys.ts",
        "read-account.ts",
        "reverse-dialog.tsx",
        "reverse-entry.ts",
        "reverse-late-fees.ts",
        "sum-amounts-due.ts",
        "verify-ledger.ts",
        "write-entry.ts",
        "write-refund.ts",
        "write-reversal.ts",
      ],
      why: "A payment is an entry on its lease's account, applied and reversed by the ledger's rules, in the same dialogs",
    },
  },
  people: {
    accounts: {
      files: [
        "api-tokens.ts",
        "common-passwords.ts",
        "confirmation-email.ts",
        "credentials.ts",
        "end-access.ts",
        "finish-sign-in.ts",
        "limits.ts",
        "mark-address-confirmed.ts",
        "my-sessions.tsx",
        "my-tokens.tsx",
        "no-emails.ts",
        "password-card.tsx",
        "passwords.ts",
        "pending-work-sign-in.ts",
        "present-session.ts",
        "recipient.ts",
        "resend-confirmation-button.tsx",
        "start-new-session.ts",
        "start-work-sign-in.ts",
        "token-list.tsx",
        "tokens.ts",
        "two-factor-card.tsx",
        "two-factor-emails.ts",
        "two-factor.ts",
      ],
      why: "People sign in: passwords, sessions, tokens, two-factor authentication, and the emails that confirm an address",
    },
    leases: {
      files: ["access.ts", "add-to-lease.ts"],
      why: "People are found by the company of their lease. Approving an access request or accepting an invitation adds the person to a lease",
    },
    settings: { files: ["registration-mode.ts"], why: "A setting decides whether people can register" },
    "work-orders": {
      files: ["pending-work-orders.ts", "unassign-work-orders.ts"],
      why: "Approving a person releases their work orders, and declining cancels them. A technician who leaves is unassigned",
    },
  },
  properties: {
    documents: {
      files: ["related-documents.tsx"],
      why: "The pages of a property and a unit show their documents",
    },
    leases: {
      files: ["lease-state-badge.tsx", "list-leases.ts"],
      why: "A unit shows the status of its lease. Figures of a property are the lengths of lists",
    },
    ledger: {
      files: ["reports-aged.ts", "reports-rent-roll.ts", "sum-overdue.ts"],
      why: "A property shows its overdue and earned amounts as the reports do",
    },
    people: {
      files: ["approve-button.tsx", "decline-dialog.tsx", "person-state.tsx"],
      why: "People pending approval are approved on the property's People tab too",
    },
    "work-orders": {
      files: ["related-work-orders.tsx"],
      why: "The pages of a property and a unit show their work orders",
    },
  },
  recoveries: {
    documents: {
      files: [
        "access.ts",
        "file-pdf.ts",
        "photos-to-pdf.ts",
        "store-file.ts",
        "store-only-file.ts",
        "trash-document.ts",
      ],
      why: "Issued statements are filed among the documents of their leases, and trashed when they're reversed. Questions about them have files of the same types",
    },
    ledger: {
      files: [
        "apply-credits.ts",
        "closed-months.ts",
        "entry-allocations.ts",
        "hold-charges.ts",
        "lock-account.ts",
        "query-keys.ts",
        "write-entries.ts",
        "write-reversal.ts",
      ],
      why: "Issuing posts a charge or credit on the account of each lease, by the ledger's rules, and its statement says what was applied to it",
    },
    leases: {
      files: [
        "access.ts",
        "assert-current-version.ts",
        "leases-to-notify.ts",
        "notify-members.ts",
        "present-terms.ts",
        "publish-change.ts",
        "queries.ts",
        "query-keys.ts",
        "step-rows.tsx",
        "terms-queries.ts",
        "terms-versions.ts",
        "typed-numbers.ts",
        "write-terms.ts",
      ],
      why: "Recovery terms are part of a lease: its access rule, its lock, its version, and its live events. Their form has its fields. New estimates amend the terms of leases and notify their people",
    },
    properties: {
      files: ["access.ts"],
      why: "The expenses of a property have its access rule",
    },
  },
  reports: {
    accounts: { files: ["no-emails.ts"], why: "A schedule says if the portal sends no emails" },
    audit: { files: ["list-audit.ts"], why: "The audit report has the entries of the audit log" },
    expenses: { files: ["costs-by-month.ts"], why: "A report compares the budgets with the bills" },
    documents: { files: ["access.ts"], why: "A report has the documents that the user can access" },
    properties: {
      files: ["access.ts"],
      why: "A saved report filters by a property that its owner can access",
    },
    leases: {
      files: ["access.ts", "search-text.ts", "terms-versions.ts"],
      why: "Reports are about leases: their terms, the words that find them, and their access rule",
    },
    ledger: {
      files: ["reports-aged.ts", "reports-months.ts"],
      why: "Reports show the overdue amounts and collections that the dashboard shows",
    },
    recoveries: {
      files: ["calculate-draft.ts", "summarize.ts"],
      why: "A report has the draft of a property's year, as the reconciliation calculates it",
    },
    "work-orders": {
      files: ["access.ts", "work-columns.ts"],
      why: "A report has the work orders that the user can access, with the time recorded on them",
    },
  },
  search: {
    documents: {
      files: ["find-documents.ts"],
      why: "The search in the top bar finds what each list would show",
    },
    leases: { files: ["find-leases.ts"], why: "The search in the top bar finds what each list would show" },
    payments: {
      files: ["find-payments.ts"],
      why: "The search in the top bar finds what each list would show",
    },
    people: { files: ["find-people.ts"], why: "The search in the top bar finds what each list would show" },
    properties: {
      files: ["find-properties-and-units.ts"],
      why: "The search in the top bar finds what each list would show",
    },
    reports: {
      files: ["saved-reports.ts"],
      why: "The search in the top bar finds saved reports by name",
    },
    "work-orders": {
      files: ["search-work-orders.ts"],
      why: "The search in the top bar finds what each list would show",
    },
  },
  settings: {
    properties: {
      files: ["publish-change.ts"],
      why: "Open pages refetch a property when its settings change",
    },
    reports: {
      files: ["schedule-columns.ts"],
      why: "The next runs of scheduled reports move when the time zone changes",
    },
  },
  setup: {
    people: {
      files: ["first-run.ts", "register-page.tsx", "register.ts"],
      why: "The first administrator registers like everyone else, on the same page",
    },
    properties: {
      files: ["create-property.ts", "create-unit.ts", "property-fields.tsx"],
      why: "The first property and its units are added as with the forms",
    },
    settings: {
      files: ["assert-known-time-zone.ts", "form-values.ts", "settings.ts", "time-zones.ts"],
      why: "The organization's name, time zone, and card fee are entered and saved as in the settings",
    },
  },
  "work-orders": {
    documents: {
      files: ["check-kind.ts", "file-type-tile.tsx", "store-file.ts"],
      why: "A file of a work order passes the checks of a document and has the same icon",
    },
    expenses: { files: ["bill-dialogs.tsx"], why: "A bill is added from a completed work order" },
  },
};
