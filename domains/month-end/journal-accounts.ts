import { type Account, accounts } from "#domains/ledger/accounts.ts";

/** An account of the accounting system: its name for QuickBooks, and its code for Xero. */
export interface JournalAccount {
  name: string;
  code: string;
}

/**
 * The ledger accounts with their labels, and the accounts they're exported to unless an administrator changes
 * them. Xero doesn't accept journals posted to its own Accounts Receivable account or to bank accounts, so
 * the codes belong to separate accounts.
 */
export const journalAccounts = {
  receivable: { label: "Receivables", name: "Accounts Receivable", code: "611" },
  bank: { label: "Bank and undeposited funds", name: "Undeposited Funds", code: "612" },
  clearing: { label: "Money with the card provider", name: "Card Clearing", code: "613" },
  deposits: { label: "Security deposits held", name: "Security Deposits Held", code: "835" },
  "income-rent": { label: "Rent", name: "Rental Income", code: "210" },
  "income-common-area": { label: "CAM", name: "CAM Recovery Income", code: "215" },
  "income-utilities": { label: "Utilities", name: "Utility Income", code: "220" },
  "income-parking": { label: "Parking", name: "Parking Income", code: "225" },
  "income-storage": { label: "Storage", name: "Storage Income", code: "230" },
  "income-other": { label: "Other charges", name: "Other Income", code: "260" },
  "income-late-fee": { label: "Late fees", name: "Late Fee Income", code: "265" },
  "income-card-fee": { label: "Card fees", name: "Card Fee Income", code: "270" },
  "write-offs": { label: "Write-offs", name: "Bad Debt", code: "416" },
  opening: { label: "Opening balances", name: "Opening Balance Equity", code: "970" },
} as const satisfies Record<Account, JournalAccount & { label: string }>;

/** In display order. */
export const journalAccountNames = Object.keys(journalAccounts) as [Account, ...Account[]];

export const defaultTaxRate = "Tax Exempt";

export type JournalMapping = Readonly<Record<Account, JournalAccount>>;
export const defaultMapping = Object.fromEntries(
  accounts.map((account) => [account, toAccount(journalAccounts[account])]),
) as JournalMapping;

function toAccount({ name, code }: JournalAccount): JournalAccount {
  return { name, code };
}
